// How what happens at Animals on Board sounds.

/** @type {Page.Sounds} */
export const sounds = {
  moves: { pass: null },
  events: { crates: "crate", "crate-back": "crate", "pair-lost": "drop", round: "rope", "last-round": "rain" },
};
