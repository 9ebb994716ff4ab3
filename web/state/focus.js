/** What is pointed at or held: comparing, keeping, and finding it again. */

/**
 * @typedef {import('./state.js').Focus} Focus
 * @typedef {import('./state.js').HeadId} HeadId
 * @typedef {import('./state.js').Snapshot} Snapshot
 * @typedef {import('./state.js').Token} Token
 */

/** @param {Readonly<Focus> | null} a @param {Readonly<Focus> | null} b */
export function sameFocus(a, b) {
  if (a === b) return true;
  if (!a || !b) return false;
  if ('cell' in a) return 'cell' in b && a.cell[0] === b.cell[0] && a.cell[1] === b.cell[1];
  return !('cell' in b) && a.side === b.side && a.index === b.index;
}

/** @param {Readonly<HeadId> | null} a @param {Readonly<HeadId> | null} b */
export const sameHead = (a, b) =>
  a === b || (!!a && !!b && a.layer === b.layer && a.head === b.head);

/** @param {Focus | null} focus */
export const freezeFocus = (focus) => focus && Object.freeze({ ...focus });

/**
 * Between a new picture and its drawing the pointer may still meet a word of the old one.
 * @param {Snapshot | null} snapshot
 * @param {Focus | null} focus
 */
export function isThere(snapshot, focus) {
  if (!snapshot || !focus) return true;
  return ('cell' in focus ? focus.cell : [focus.index]).every((index) => index in snapshot.tokens);
}

/**
 * @param {Readonly<Focus> | null} focus
 * @param {readonly (readonly Token[])[]} tokens before and after
 * @returns {boolean} whether the same tokens stand there as before
 */
export function stands(focus, [before, after]) {
  if (!focus) return false;
  const indexes = 'cell' in focus ? focus.cell : [focus.index];
  return indexes.every((index) => index in after && before[index]?.id === after[index].id);
}
