// Moves are plain JSON; two are the same when they say the same.

/** Whether two moves say the same, whatever the order of their keys. @param {unknown} a @param {unknown} b */
export function same(a, b) {
  return ordered(a) === ordered(b);
}

/** @param {any} value @returns {string} */
function ordered(value) {
  if (Array.isArray(value)) return `[${value.map(ordered).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${ordered(value[key])}`).join()}}`;
}
