// Figures on a card or a chip that has a name of its own, which tells them in words: they are drawn, not written. What is left to read is
// then in the name, and whoever speaks to their device is understood.

const LETTER = /\p{L}/u;
const NAMED = "button[aria-label], [role=button][aria-label]";

/** @param {HTMLElement} root */
export function drawFigures(root) {
  for (const named of root.querySelectorAll(NAMED)) {
    const walker = document.createTreeWalker(named, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const texts = [];
    while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
    for (const text of texts) if (text.data.trim() && !LETTER.test(text.data) && text.parentElement instanceof HTMLElement) draw(text);
  }
}

/** @param {Text} text */
function draw(text) {
  let place = text.parentElement;
  if (place.childNodes.length > 1 || place.matches(NAMED)) {
    place = document.createElement("span");
    text.before(place);
  }
  place.dataset.figure = text.data;
  text.remove();
}
