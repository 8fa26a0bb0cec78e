// What a phone shows at one moment: whether the page is the window, what is asked and lit can be seen, and how small what can be pressed is.
() => {
  const LEAST = 40;
  const SMALLEST_TEXT = 12;
  const STEPS = [0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95];
  const TARGETS = "button, a[href], input, select, summary, [role=button], [role=tab]";

  const there = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest("[inert]");
  const boxOf = (one) => one.getBoundingClientRect();
  const nameOf = (one) => one.dataset.key ?? one.getAttribute("aria-label") ?? one.className?.baseVal ?? String(one.className);
  const hits = (one, x, y) => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit) && (one.contains(hit) || hit.closest("label")?.control === one);
  };

  // A place of an element where a finger reaches it, the middle first: a crooked shape need not lie under its middle.
  const placeOf = (one) => {
    const { left, top, width, height } = boxOf(one);
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null;
    for (const across of STEPS) {
      for (const down of STEPS) {
        const place = [left + width * across, top + height * down];
        if (hits(one, ...place)) return place;
      }
    }
    return null;
  };

  // How wide and high the place is where a finger meets it; what is larger than its box is felt for.
  const sizeOf = (one, [x, y]) => {
    const { width, height } = boxOf(one);
    const reach = (dx, dy) => {
      let far = 0;
      while (far < LEAST && hits(one, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
      return far;
    };
    return [
      width >= LEAST - 0.5 ? width : Math.max(width, reach(-1, 0) + reach(1, 0) + 1),
      height >= LEAST - 0.5 ? height : Math.max(height, reach(0, -1) + reach(0, 1) + 1),
    ];
  };

  // Lit in a panel that is closed: its chip stands for it.
  const lit = [...document.querySelectorAll(".board .lit, .bar .lit")].filter((one) => !one.closest("[popover]:not(:popover-open)"));
  const places = new Map(lit.map((one) => [one, there(one) ? placeOf(one) : null]));
  // A hand longer than the screen is moved inside its tray.
  const inTray = (one) => Boolean(there(one) && one.closest(".tray-content"));
  const unseen = lit.filter((one) => !places.get(one));

  const small = [];
  let smallest = Infinity;
  for (const one of document.querySelectorAll(TARGETS)) {
    if (!there(one)) continue;
    const place = places.get(one) ?? placeOf(one);
    if (!place) continue;
    const [width, height] = sizeOf(one.closest("label") ?? one, place);
    smallest = Math.min(smallest, width, height);
    if (Math.min(width, height) < LEAST - 0.5) small.push([nameOf(one), Math.round(width), Math.round(height)]);
  }

  const faint = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !there(one) || one.closest(".hidden-text, title")) continue;
    const { left, top, width, height } = boxOf(one);
    if (width < 2 || left >= innerWidth || top >= innerHeight || left + width <= 0 || top + height <= 0) continue;
    const scale = one.ownerSVGElement?.getScreenCTM()?.a ?? Number(one.closest(".pan-sheet")?.dataset.scale ?? 1);
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    if (size < SMALLEST_TEXT - 0.1) faint.push([walker.currentNode.data.trim().slice(0, 30), Math.round(size * 10) / 10]);
  }

  const question = document.querySelector(".ask-text");
  const { top, bottom, left, right } = boxOf(question);
  const page = document.scrollingElement;
  return {
    fits: page.scrollWidth <= innerWidth && page.scrollHeight <= innerHeight,
    size: [page.scrollWidth, page.scrollHeight],
    question: there(question) && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
    lit: lit.length,
    seen: lit.length - unseen.length,
    reached: lit.length - unseen.filter((one) => !inTray(one)).length,
    unseen: unseen.map(nameOf),
    smallest,
    small,
    faint,
    places: lit.map((one) => ({ place: places.get(one), confirms: one.matches(".bar .primary") })).filter((one) => one.place),
  };
}
