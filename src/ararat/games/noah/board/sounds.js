// How what happens at Noah sounds.

/** @type {Page.Sounds} */
export const sounds = {
  moves: { sail: "rope", pass: null },
  events: { pair: "pair", departed: "boat", "round-over": "rain" },
};
