// What can be pressed, in HTML and in SVG, with one set of manners.

import { h } from "/page/drawing/dom.js";

/** Attributes of something that can be pressed. `lit`: it leads to a move now; else `press` says why it doesn't.
 * @param {ArkAndNoah.Pressed} pressed */
export function control({ key, label, lit, pressed, press, hint, toggle }) {
  return {
    class: [lit ? "lit" : "", pressed ? "chosen" : ""].filter(Boolean).join(" "),
    lit,
    attributes: {
      "aria-label": label,
      "aria-pressed": pressed ? "true" : lit && toggle ? "false" : null,
      "aria-disabled": lit ? null : "true",
      data: { key },
      onclick: press,
      onpointerenter: hint?.show,
      onpointerleave: hint?.hide,
      // After a press by hand the focus stays where it was; what it is on is not looked at any more.
      /** @param {FocusEvent & {currentTarget: HTMLElement}} event */
      onfocus: (event) => event.currentTarget.matches(":focus-visible") && hint?.show(),
      onblur: hint?.hide,
    },
  };
}

/** The same inside an SVG, where nothing is a button by itself. @param {ArkAndNoah.Pressed} options */
export function drawnControl(options) {
  const made = control(options);
  Object.assign(made.attributes, {
    role: "button",
    tabindex: options.lit ? "0" : "-1",
    /** @param {KeyboardEvent} event */
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      options.press();
    },
  });
  return made;
}

/** @param {ArkAndNoah.Pressed} options @param {string} classes @param {...Page.Child} children */
export function button(options, classes, ...children) {
  const made = control(options);
  return h("button", { type: "button", ...made.attributes, class: [classes, made.class].join(" ") }, ...children);
}
