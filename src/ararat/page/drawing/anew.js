// Drawing something again without taking the focus, or what is being typed, from the person.

import { nodesOf } from "./dom.js";

/** Give `root` these children; what had the focus, known by its data-key, has it again.
 * @param {HTMLElement} root @param {...Page.Child} children */
export function anew(root, ...children) {
  const focused = /** @type {HTMLInputElement | null} */ (root.contains(document.activeElement) ? document.activeElement : null);
  const key = focused?.dataset.key;
  const selection = focused?.selectionStart === undefined ? null : [focused.selectionStart, focused.selectionEnd];
  root.replaceChildren(...nodesOf(children));
  if (!focused) return;
  const again = /** @type {HTMLInputElement | null} */ (key ? root.querySelector(`[data-key="${CSS.escape(key)}"]`) : null);
  if (!again) {
    if (!root.hasAttribute("tabindex")) root.tabIndex = -1;
    root.focus({ preventScroll: true });
    return;
  }
  again.focus({ preventScroll: true });
  try {
    if (selection && selection[0] !== null) again.setSelectionRange(selection[0], selection[1]);
  } catch {
    // Not a field of text.
  }
}

/** Give `root` these children; one of them, if it is there already, is not moved: whoever presses or types in it does not
 * notice. @param {HTMLElement} root @param {Element | null} kept @param {...Page.Child} children */
export function around(root, kept, ...children) {
  const nodes = nodesOf(children);
  if (kept?.parentNode !== root) {
    root.replaceChildren(...nodes);
    return;
  }
  for (const one of [...root.childNodes]) if (one !== kept) one.remove();
  kept.before(...nodes.slice(0, nodes.indexOf(kept)));
  kept.after(...nodes.slice(nodes.indexOf(kept) + 1));
}

/** The key of what has the focus inside an element, or null. @param {Element} root */
export function focusedKey(root) {
  return root.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key : null;
}

/** Call `act` now and every few seconds while the page can be seen; returns what ends it.
 * `act` may return a promise, and gives false to end it.
 * @param {number} seconds @param {() => unknown} act */
export function every(seconds, act) {
  /** @type {number | undefined} */
  let timer;
  let ended = false;
  let running = false;
  const stop = () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
  const turn = async () => {
    clearTimeout(timer);
    if (ended || running) return;
    running = true;
    const answer = await act();
    running = false;
    if (answer === false) stop();
    else if (!ended && !document.hidden) timer = setTimeout(turn, seconds * 1000);
  };
  const look = () => (document.hidden ? clearTimeout(timer) : turn());
  document.addEventListener("visibilitychange", look);
  turn();
  return stop;
}
