// Elements are made one by one, never from markup: text from anywhere can only ever become text.

import { written } from "./numbers.js";
import { fill, paintAnimal } from "./sheets.js";

const SVG = "http://www.w3.org/2000/svg";
const IN_TEXT_COLOUR = "paw"; // of all animals

/** An HTML element. Attributes: `class`, `on<event>` functions, `style` as an object, `data` as an object,
 * booleans set or leave out an attribute; children may be nested lists, null is nothing.
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Page.Attributes | null} [attributes] @param {...Page.Child} children
 * @returns {HTMLElementTagNameMap[K]} */
export function h(tag, attributes, ...children) {
  return made(document.createElement(tag), attributes, children);
}

/** An SVG element, with the same attributes.
 * @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Page.Attributes | null} [attributes] @param {...Page.Child} children
 * @returns {SVGElementTagNameMap[K]} */
export function s(tag, attributes, ...children) {
  return made(document.createElementNS(SVG, tag), attributes, children);
}

/** @param {any} element @param {Page.Attributes | null | undefined} attributes @param {Page.Child[]} children */
function made(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") {
      for (const [property, set] of Object.entries(value)) {
        if (property.startsWith("--")) element.style.setProperty(property, set);
        else element.style[property] = set;
      }
    } else if (name === "data") {
      for (const [key, set] of Object.entries(value)) {
        if (set !== null && set !== undefined && set !== false) element.dataset[key] = set;
      }
    } else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...nodesOf(children));
  return element;
}

/** Children as the browser takes them: in one list, without those that are nothing; numbers as people write them.
 * @param {Page.Child[]} children @returns {(string | Node)[]} */
export function nodesOf(children) {
  const there = /** @type {any[]} */ (children).flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  return there.map((child) => (typeof child === "number" ? written(child) : child));
}

/** A picture of an animal. It is decoration unless it has a title.
 * @param {string} name @param {Page.Attributes & {title?: string}} [attributes] */
export function animal(name, { title = "", ...attributes } = {}) {
  const classes = ["animal", attributes.class].filter(Boolean).join(" ");
  if (name === IN_TEXT_COLOUR) return picture(name, { title, ...attributes, class: classes });
  const image = h("img", { alt: title, decoding: "sync", draggable: "false", ...attributes, class: classes });
  paintAnimal(image, name);
  return image;
}

/** The same inside an SVG drawing, where it has a place: {x, y, width, height}.
 * @param {string} name @param {Record<string, number>} place */
export function animalAt(name, place) {
  const image = s("image", { class: "animal", ...place });
  paintAnimal(image, name);
  return image;
}

/** A sign, such as `seat-0`, `male`, `crate`, in the colour of the text. It is decoration unless it has a title.
 * @param {string} name @param {Page.Attributes} [attributes] */
export function sign(name, attributes = {}) {
  return picture(name, { ...attributes, class: ["sign", attributes.class].filter(Boolean).join(" ") });
}

/** @param {string} name @param {Page.Attributes & {title?: string}} attributes */
function picture(name, { title, ...attributes }) {
  const described = title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" };
  const drawing = s("svg", { ...described, focusable: "false", ...attributes });
  fill(drawing, name);
  return drawing;
}

/** A seat's sign in its colour, with its name. @param {number} seat @param {string} name */
export function seatName(seat, name) {
  return h("span", { class: "seat-name", data: { seat } }, sign(`seat-${seat}`), h("bdi", {}, name));
}
