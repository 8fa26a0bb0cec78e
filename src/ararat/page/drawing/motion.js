// Whether things may move: some people asked their device for less of it.

const fewer = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether what moves should rather stand still. */
export const isStill = () => fewer.matches;

/** How the page scrolls by itself. */
export const scrolling = () => (isStill() ? "auto" : "smooth");
