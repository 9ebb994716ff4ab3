/** A button that starts something and, while that runs, stops it. */

/** How long after the end, ms, a click may still mean to stop it. */
const kReaction = 400;

/**
 * @param {HTMLButtonElement} button whose `data-phase` says what a click does
 * @param {{start: () => void, stop: () => void}} does
 * @returns {(phase: string) => void} tells it how things stand: 'running', 'done', 'failed', ...
 */
export function twoWay(button, { start, stop }) {
  let endedAt = -Infinity;
  button.addEventListener('click', () => {
    if (button.dataset.phase === 'running') stop();
    else if (performance.now() - endedAt > kReaction) start();
  });
  return (phase) => {
    const ended = phase === 'done' || phase === 'failed';
    if (ended && button.dataset.phase === 'running') endedAt = performance.now();
    button.dataset.phase = phase;
  };
}
