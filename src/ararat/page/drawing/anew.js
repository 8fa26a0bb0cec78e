// Drawing something again without taking the focus, or what is being typed, from the person.

/** Give `root` these children; what had the focus, known by its data-key, has it again. */
export function anew(root, ...children) {
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  const selection = focused?.selectionStart === undefined ? null : [focused.selectionStart, focused.selectionEnd];
  root.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (!focused) return;
  const again = key ? root.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (!again) {
    if (!root.hasAttribute("tabindex")) root.tabIndex = -1;
    root.focus({ preventScroll: true });
    return;
  }
  again.focus({ preventScroll: true });
  try {
    if (selection && selection[0] !== null) again.setSelectionRange(...selection);
  } catch {
    // Not a field of text.
  }
}

/** Call `act` now and every few seconds while the page can be seen; returns what ends it.
 * `act` may return a promise, and gives false to end it. */
export function every(seconds, act) {
  let timer = null;
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
