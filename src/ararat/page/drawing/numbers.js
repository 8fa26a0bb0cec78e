// Numbers as people write them: below zero with a minus, which is no hyphen.

/** @param {number} number */
export const written = (number) => String(number).replace("-", "−");
