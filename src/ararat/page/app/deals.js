// Fair deals: what this device adds to one, and whether the record of the match fits what it remembered. docs/fair-deals.md has the construction.

import { hmac, joined, sha256 } from "./sha256.js";

const NAME = "ararat fair deal 1";
const ADDED = 16; // bytes

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
const bytesOf = (text) => new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
/** @param {string} text */
const ascii = (text) => new TextEncoder().encode(text);
/** @param {number} value */
const number = (value) => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);
/** @param {...Uint8Array} parts */
const bound = (...parts) => joined(...parts.flatMap((part) => [number(part.length), part]));

/** What this device adds to a deal. */
export const newContribution = () => hex(crypto.getRandomValues(new Uint8Array(ADDED)));

/** A commitment of the server for a table that is about to be set, and what this device adds; nothing where there is none to have.
 * @param {Page.App} app @returns {Promise<{commitment?: string, contribution?: string}>} */
export async function committed(app) {
  try {
    const { commitment } = await app.api("POST", "/api/commitments", {});
    return { commitment, contribution: newContribution() };
  } catch {
    return {};
  }
}

/** What this device adds to the deal of a rematch: to the first commitment it was shown at a table and to no other, else a server could
 * show one after the other until it likes what follows. @param {Page.Remembered[]} kept @param {string} table @param {string} commitment
 * @returns {Page.Remembered & {contribution: string} | null} */
export function following(kept, table, commitment) {
  const before = kept.find((one) => one.after === table);
  if (before && before.commitment !== commitment) return null;
  return { commitment, contribution: before?.contribution ?? newContribution(), after: table };
}

/** Canonical JSON: sorted keys, no spaces, ASCII alone. @param {any} value @returns {string} */
export function canonical(value) {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object")
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${canonical(key)}:${canonical(value[key])}`)
      .join(",")}}`;
  return JSON.stringify(value).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** All chance of a match. @param {string} secret @param {(string | null)[]} contributions */
export function deal(secret, contributions) {
  const key = bytesOf(secret);
  const commitment = sha256(joined(ascii(NAME), key));
  const joint = sha256(bound(ascii(NAME), commitment, ...contributions.map((one) => bytesOf(one ?? ""))));
  /** @param {string} what @param {...Uint8Array} parts */
  const derived = (what, ...parts) => hmac(key, bound(ascii(what), joint, ...parts));
  return {
    commitment: hex(commitment),
    seed: () => BigInt(`0x${hex(derived("seed").slice(0, 16))}`),
    /** @param {number} move */
    entropy: (move) => {
      const view = new DataView(derived("move", number(move)).buffer);
      return [0, 4, 8, 12].map((at) => view.getUint32(at));
    },
    /** @param {any} record @param {string} began @param {number} brought */
    transcript: (record, began, brought) => {
      const { proof, check, ...said } = record;
      return hex(derived("record", ascii(began), number(brought), ascii(canonical(said))));
    },
  };
}

/** A record as it came, with its seed whole: a number of JavaScript can't hold it. @param {string} text */
export function readRecord(text) {
  const record = JSON.parse(text.replace(/("seed":\s*)(\d+)/, '$1"$2"'));
  if (typeof record.seed !== "string") throw new Error("seed");
  record.seed = BigInt(record.seed);
  return record;
}

/** What does not fit in a record, as the end of a key of words; null if all does.
 * remembered: what this device kept from before the first card; seen: the moves it saw, by number.
 * @param {any} record @param {Page.Remembered} remembered @param {Page.Entry[]} seen @param {number[]} mine seats of this device */
export function unfit(record, remembered, seen = [], mine = []) {
  const { proof } = record;
  if (!proof) return "proof";
  const { commitment, contributions, began, brought, secret } = proof;
  const from = deal(secret, contributions);
  if (proof.construction !== NAME || from.commitment !== commitment) return "secret";
  if (remembered.commitment !== commitment) return "commitment";
  if (remembered.contribution && !contributions.includes(remembered.contribution)) return "contribution";
  const { people } = remembered;
  if (people && contributions.some((/** @type {string | null} */ one, /** @type {number} */ seat) => one && !people.includes(seat))) return "stranger";
  const beginning = record.state === null ? "start" : record.redealt ? "anew" : "as-it-was";
  if ((began !== "as-it-was" && (began !== beginning || brought)) || (remembered.continued ?? "start") !== began) return "began";
  if (began !== "as-it-was" && record.seed !== from.seed()) return "seed";
  const drawn = record.entropy.filter((/** @type {[number, number[]]} */ [move]) => move >= brought);
  const fits = drawn.every((/** @type {[number, number[]]} */ [move, words], /** @type {number} */ at) => move === brought + at && canonical(words) === canonical(from.entropy(move)));
  if (!fits || drawn.length !== record.moves.length - brought) return "seed";
  if (from.transcript(record, began, brought) !== proof.transcript) return "moves";
  return seen.every((entry) => wasMade(entry, record.moves[entry.number], mine.includes(entry.seat))) ? null : "moves";
}

/** Whether a move that was seen is one of the record; of others, something may have been hidden. @param {Page.Entry} entry @param {any} made @param {boolean} mine */
function wasMade(entry, made, mine) {
  return Boolean(made) && (mine ? canonical(entry.move) === canonical(made) : entry.move.move === made.move);
}
