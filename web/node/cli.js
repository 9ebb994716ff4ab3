#!/usr/bin/env node
/** The command `headscope`; `web/node/cli/` holds its parts. */
const LEAST = [20, 9];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
  console.error(
    `headscope: Node is ${process.versions.node}; expected ${LEAST.join('.')} or later`,
  );
  process.exitCode = 2;
} else {
  const { main } = await import('./cli/main.js');
  await main(process.argv.slice(2));
}
