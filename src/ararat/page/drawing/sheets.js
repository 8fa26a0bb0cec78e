// The sheet of pictures, all that lie in `art/`: it is fetched once, when the first picture is drawn or before. While the server can't be
// reached it is asked again and again; what was drawn meanwhile gets its picture then.
//
// Boards draw everything anew at every move. A symbol that is only referred to (`use`) would be copied and styled
// anew each time, which took half of a drawing. So an animal is an image, and a sign a few shapes of its own.

import { file } from "./files.js";

/** @type {Map<string, Element> | Promise<Map<string, Element>> | null} */
let sheet = null; // symbols by id, or the promise of them
const images = new Map(); // animal -> address
const AGAIN = 2000; // milliseconds

/** Draw with a symbol of the sheet: now, or once the sheet is there. One that doesn't exist stays empty.
 * @param {string} id @param {(symbol: Element) => void} draw */
function drawWith(id, draw) {
  warm();
  if (sheet instanceof Promise) sheet.then((symbols) => symbols.has(id) && draw(symbols.get(id)));
  else if (sheet.has(id)) draw(sheet.get(id));
}

/** Have the sheet before anything is drawn with it. */
export function warm() {
  sheet ??= patiently().then((symbols) => (sheet = symbols));
}

/** @returns {Promise<Map<string, Element>>} */
async function patiently() {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((go) => setTimeout(go, AGAIN));
    }
  }
}

async function load() {
  const answer = await fetch(file("drawings.svg"));
  if (!answer.ok) throw new Error(answer.statusText);
  const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return new Map([...drawn.querySelectorAll("symbol")].map((symbol) => [symbol.id, symbol]));
}

/** Give an `img` or an SVG `image` the picture of an animal. @param {Element} element @param {string} name */
export function paintAnimal(element, name) {
  const attribute = element instanceof SVGElement ? "href" : "src";
  const known = images.get(name);
  if (known) element.setAttribute(attribute, known);
  else
    drawWith(name, (symbol) => {
      images.set(name, addressOf(symbol));
      element.setAttribute(attribute, images.get(name));
    });
}

/** @param {Element} symbol */
function addressOf(symbol) {
  const drawing = symbol.ownerDocument.createElementNS(symbol.namespaceURI, "svg");
  drawing.setAttribute("viewBox", symbol.getAttribute("viewBox"));
  drawing.append(...[...symbol.children].map((child) => child.cloneNode(true)));
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
}

/** Fill an `svg` element with a symbol, in the colours of the text around it.
 * @param {Element} element @param {string} name */
export function fill(element, name) {
  drawWith(name, (symbol) => {
    element.setAttribute("viewBox", symbol.getAttribute("viewBox"));
    element.replaceChildren(...[...symbol.children].map((child) => document.importNode(child, true)));
  });
}
