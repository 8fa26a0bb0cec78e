// What a phone is, said once: a screen that is narrow or low. Held sideways it is wider than tall.

const phone = matchMedia("(max-width: 899px), (max-height: 559px)");
const wide = matchMedia("(min-aspect-ratio: 1/1)");

export const isPhone = () => phone.matches;

export const isSideways = () => phone.matches && wide.matches;

/** Be called when one of them changes; returns what ends it. @param {() => unknown} listener */
export function onScreenChange(listener) {
  let before = stateOf();
  const look = () => {
    const now = stateOf();
    if (now === before) return;
    before = now;
    listener();
  };
  for (const query of [phone, wide]) query.addEventListener("change", look);
  return () => {
    for (const query of [phone, wide]) query.removeEventListener("change", look);
  };
}

const stateOf = () => Number(isPhone()) + Number(isSideways());
