// How what happens at Ark & Noah sounds.

/** @type {Page.Sounds} */
export const sounds = {
  moves: { plank: "plank", "swap-planks": "plank", pitch: "drop", feed: "crate", action: null, keep: null, done: null },
  events: { pen: "pair", removed: "plank", goods: "crate", round: "rope", ended: "rain", "last-loading": "boat" },
};
