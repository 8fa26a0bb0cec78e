// Who is heard, and when: nothing before the first touch or key, nothing after one tap of silence, and from a tab that nobody looks at
// only that it is one's turn. A device without sound or vibration has neither, and nothing else changes.

import { begin } from "./sounds.js";

const TOUCHES = ["pointerup", "keydown", "click"];
const VOLUME = 0.5;
const APART = 0.14; // seconds between two sounds
const BUZZ = 60; // milliseconds
const REST = 3000; // milliseconds after the last sound began; none is that long
const LATE = 1000; // milliseconds after which a sound says nothing any more

export class Speaker {
  /** @param {{sound: string, onChange: (listener: () => void) => unknown}} store */
  constructor(store) {
    this.store = store;
    this.touched = false;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {GainNode | null} */
    this.out = null;
    this.resting = false; // an open loudspeaker keeps a device awake, also when it is silent
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    for (const touch of TOUCHES) addEventListener(touch, (event) => event.isTrusted && this.wake(), { capture: true, passive: true });
    store.onChange(() => this.silent && this.context?.suspend?.().catch(() => {}));
  }

  get silent() {
    return this.store.sound === "off";
  }

  /** A touch: from now on there may be sounds. A phone that took the loudspeaker away, for a call, gives it back only now. */
  wake() {
    this.touched = true;
    if (this.silent || !this.context || this.context.state === "running") return;
    this.context.resume?.().then(
      () => this.restLater(0),
      () => {},
    );
  }

  /** Some sounds, one after the other. @param {string[]} names */
  play(names) {
    const heard = this.touched && !this.silent ? names.filter((name) => name === "turn" || !document.hidden) : [];
    if (!heard.length) return;
    if (heard.includes("turn")) this.buzz();
    try {
      if (this.resting) this.rise(heard);
      else if (this.open()) this.sound(heard);
    } catch (problem) {
      // A device that can't, or won't now: a game is played as well without.
      console.info(problem);
    }
  }

  /** @param {string[]} names */
  sound(names) {
    const now = this.context.currentTime + 0.02;
    names.forEach((name, at) => {
      begin(this.context, this.out, name, now + at * APART);
      performance.mark(`sound-${name}`);
    });
    this.restLater(names.length);
  }

  /** Close the loudspeaker when so many sounds are over. @param {number} sounds */
  restLater(sounds) {
    this.resting = false;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.lieDown(), REST + sounds * APART * 1000);
  }

  lieDown() {
    if (this.context.state !== "running" || !this.context.suspend) return;
    this.resting = true;
    this.context.suspend().catch(() => {});
  }

  /** Sounds after a rest, unless the loudspeaker takes too long to come back. @param {string[]} names */
  async rise(names) {
    const asked = performance.now();
    try {
      await this.context.resume();
      if (!this.silent && performance.now() - asked < LATE) this.sound(names);
    } catch (problem) {
      console.info(problem);
    }
  }

  /** Whether there is something to be heard from. What was asked for while the loudspeaker is away is not made up for later. */
  open() {
    if (this.context) {
      if (this.context.state === "running") return true;
      this.context.resume?.().catch(() => {});
      return false;
    }
    if (typeof AudioContext === "undefined") return false;
    // Beside somebody's music, and silent with the switch at the side of a phone.
    const session = /** @type {any} */ (navigator).audioSession;
    if (session) session.type = "ambient";
    this.context = new AudioContext();
    this.out = this.context.createGain();
    this.out.gain.value = VOLUME;
    this.out.connect(this.context.destination);
    return true;
  }

  buzz() {
    navigator.vibrate?.(BUZZ);
  }
}
