// The sounds: wood, rope, water, rain and bells, made of tones and noise while they are heard. There are no files of them.

/** A part of a sound: a tone that glides from one pitch to another, or noise through a filter that does. Times are seconds.
 * @typedef {{at?: number, time: number, peak: number, attack?: number, from: number, to?: number, shape?: OscillatorType, filter?: BiquadFilterType, q?: number}} Part */

const NOISE = 2; // seconds of it, used again and again
const HUSH = 0.0001; // a ramp of loudness can't begin or end with nothing

/** Something of wood is put down. @param {number} at @param {number} pitch @param {number} peak @returns {Part[]} */
const knock = (at, pitch, peak) => [
  { at, time: 0.05, peak, from: pitch * 2.6, filter: "bandpass", q: 3 },
  { at, time: 0.11, peak: peak * 0.8, from: pitch, to: pitch * 0.7, shape: "sine" },
];

/** A small bell: the partials that make it one. @param {number} at @param {number} pitch @param {number} peak @returns {Part[]} */
const bell = (at, pitch, peak) =>
  [[1, 1, 0.9], [2.76, 0.3, 0.4], [5.4, 0.12, 0.2]].map(([part, share, time]) => ({ at, time, peak: peak * share, from: pitch * part, shape: "sine" }));

/** A rope that gives way under load: clicks that come closer. @param {number} at @param {number} peak @returns {Part[]} */
const creak = (at, peak) =>
  [0, 0.075, 0.14, 0.195, 0.24, 0.275].map((later, step) => ({ at: at + later, time: 0.035, peak: peak * (1 - step * 0.1), from: 340 + step * 45, filter: "bandpass", q: 9 }));

/** A drop of water. @param {number} at @param {number} pitch @param {number} peak @returns {Part} */
const drop = (at, pitch, peak) => ({ at, time: 0.09, peak, attack: 0.008, from: pitch, to: pitch * 1.9, shape: "sine" });

/** A gull, far away. @param {number} at @param {number} peak @returns {Part[]} */
const gull = (at, peak) => [
  { at, time: 0.22, peak, attack: 0.05, from: 1050, to: 1500, shape: "triangle" },
  { at: at + 0.18, time: 0.3, peak, attack: 0.04, from: 1500, to: 900, shape: "triangle" },
];

/** @type {Record<string, Part[]>} */
export const SOUNDS = {
  tile: knock(0, 420, 0.5),
  plank: [...knock(0, 170, 0.7), ...knock(0.11, 150, 0.45)],
  crate: [...knock(0, 105, 0.7), { at: 0.01, time: 0.09, peak: 0.2, from: 500, to: 200, filter: "lowpass" }],
  coin: [...bell(0, 1480, 0.1), ...bell(0.07, 1975, 0.09)],
  drop: [drop(0, 520, 0.35), drop(0.1, 640, 0.25)],
  rope: creak(0, 0.9),
  pair: [
    { time: 0.25, peak: 0.2, attack: 0.01, from: 523, shape: "triangle" },
    { at: 0.11, time: 0.35, peak: 0.2, attack: 0.01, from: 659, shape: "triangle" },
  ],
  boat: [...creak(0, 0.6), { at: 0.15, time: 1.1, peak: 0.5, attack: 0.35, from: 350, to: 900, filter: "lowpass" }, { at: 0.7, time: 0.9, peak: 0.3, attack: 0.3, from: 1400, to: 400, filter: "bandpass", q: 0.8 }],
  rain: [{ time: 1.5, peak: 0.16, attack: 0.5, from: 2600, to: 3600, filter: "highpass" }, ...[0.15, 0.42, 0.6, 0.88, 1.05].map((at, step) => drop(at, [1500, 1900, 1350, 2100, 1650][step], 0.06))],
  turn: [...bell(0, 659, 0.22), ...bell(0.17, 880, 0.2)],
  end: [...[523, 659, 784, 1047].flatMap((pitch, step) => bell(step * 0.19, pitch, 0.22)), ...gull(1, 0.05), { at: 0.2, time: 1.6, peak: 0.18, attack: 0.7, from: 300, to: 700, filter: "lowpass" }],
};

/** Let a sound begin at a time of a context. @param {BaseAudioContext} context @param {AudioNode} out @param {string} name @param {number} when */
export function begin(context, out, name, when) {
  for (const part of SOUNDS[name]) sounding(context, part, when + (part.at ?? 0)).connect(out);
}

/** @param {BaseAudioContext} context @param {Part} part @param {number} when */
function sounding(context, { time, peak, attack = 0.003, from, to = from, shape, filter, q = 1 }, when) {
  const { source, pitch, last } = shape ? tone(context, shape) : noise(context, filter, q);
  pitch.setValueAtTime(from, when);
  pitch.exponentialRampToValueAtTime(to, when + time);
  const loud = context.createGain();
  loud.gain.setValueAtTime(HUSH, when);
  loud.gain.exponentialRampToValueAtTime(peak, when + attack);
  loud.gain.exponentialRampToValueAtTime(HUSH, when + time);
  last.connect(loud);
  source.start(when);
  source.stop(when + time + 0.02);
  return loud;
}

/** @param {BaseAudioContext} context @param {OscillatorType} shape */
function tone(context, shape) {
  const source = context.createOscillator();
  source.type = shape;
  return { source, pitch: source.frequency, last: source };
}

/** @param {BaseAudioContext} context @param {BiquadFilterType} filter @param {number} q */
function noise(context, filter, q) {
  const source = context.createBufferSource();
  source.buffer = samplesFor(context);
  source.loop = true;
  const through = context.createBiquadFilter();
  through.type = filter;
  through.Q.value = q;
  source.connect(through);
  return { source, pitch: through.frequency, last: through };
}

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const kept = new WeakMap();

/** @param {BaseAudioContext} context */
function samplesFor(context) {
  if (!kept.has(context)) {
    const buffer = context.createBuffer(1, context.sampleRate * NOISE, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
    kept.set(context, buffer);
  }
  return kept.get(context);
}
