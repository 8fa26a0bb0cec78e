// How what happens at Arche Opti Mix sounds.

/** @type {Page.Sounds} */
export const sounds = {
  moves: { stop: null, pass: null },
  events: { paid: "coin", "paid-supply": "coin", discs: "coin", ejected: "drop", exchanged: "pair", rain: "rain", "all-passed": "boat" },
};
