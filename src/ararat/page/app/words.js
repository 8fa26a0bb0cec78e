// The words people read, from the same catalogues as the terminal.

import { written } from "../drawing/numbers.js";

/** @param {unknown} value */
const said = (value) => (typeof value === "number" ? written(value) : String(value));

/** Says keys in one language; a pair of texts is singular and plural, chosen by `count`. */
export class Words {
  /** @param {string} language @param {Record<string, string | string[]>} messages */
  constructor(language, messages) {
    this.language = language;
    this.messages = messages;
    this.plural = new Intl.PluralRules(language);
    this.list = new Intl.ListFormat(language, { type: "conjunction" });
  }

  /** @param {string} key @param {Record<string, unknown>} [values] */
  say(key, values = {}) {
    let text = this.messages[key];
    if (text === undefined) {
      console.error(`no words for ${key}`);
      return key;
    }
    if (Array.isArray(text)) text = text[this.plural.select(Number(values.count)) === "one" ? 0 : text.length - 1];
    return text.replace(/\{(\w+)\}/g, (place, name) => (name in values ? said(values[name]) : place));
  }

  /** @param {string} key */
  has(key) {
    return key in this.messages;
  }

  /** @param {string[]} items */
  enumerate(items) {
    return this.list.format(items);
  }
}
