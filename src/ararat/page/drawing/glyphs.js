// Signs of the frame: drawn with one line, in the colour of the text.

import { s } from "./dom.js";

/** @type {Record<string, string[]>} */
const PATHS = {
  log: ["M5 4h11l3 3v13H5z", "M8.5 10h7M8.5 13.5h7M8.5 17h4"],
  rules: ["M12 6.5C10 5 7 4.6 4 5v13c3-.4 6 0 8 1.5 2-1.500 5-1.900 8-1.500V5c-3-.4-6 0-8 1.500z", "M12 6.500v13"],
  moves: ["M9 7h11M9 12h11M9 17h11", "M4 7h.01M4 12h.01M4 17h.01"],
  table: ["M3 9h18M5 9l-1 11M19 9l1 11M8 9V5h8v4"],
  end: ["M7 4h10v4a5 5 0 0 1-10 0z", "M7 5H4c0 3 1 5 3.500 5M17 5h3c0 3-1 5-3.500 5M12 13v4M8 20h8M9.500 20c0-2 1-3 2.500-3s2.500 1 2.500 3"],
  skip: ["M5 5l8 7-8 7zM18 5v14"],
  copy: ["M9 9h10v11H9z", "M15 9V4H5v11h4"],
  share: ["M12 15V4M8 8l4-4 4 4", "M6 12v8h12v-8"],
  download: ["M12 4v11M8 11l4 4 4-4", "M5 19h14"],
  play: ["M7 4.500l12 7.500-12 7.500z"],
  pause: ["M8 5v14M16 5v14"],
  back: ["M15 5l-7 7 7 7"],
  forward: ["M9 5l7 7-7 7"],
  first: ["M18 5l-8 7 8 7M6 5v14"],
  last: ["M6 5l8 7-8 7M18 5v14"],
  close: ["M6 6l12 12M18 6L6 18"],
  again: ["M19 12a7 7 0 1 1-2-5", "M19 3v4.500h-4.500"],
  search: ["M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13z", "M15.500 15.500L20 20"],
  home: ["M4 11l8-7 8 7M6 10v10h12V10"],
  eye: ["M2.500 12C5 7.500 8.500 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-6 6.500-9.500 6.500S5 16.500 2.500 12z", "M12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z"],
  chart: ["M4 4v16h16", "M7 15l4-5 3 3 6-7"],
  menu: ["M4 6.500h16M4 12h16M4 17.500h16"],
  whole: ["M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"],
  near: ["M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5"],
  guide: ["M4 5h16v11h-8l-4.500 4v-4H4z", "M8 9h8M8 12.500h5"],
  chair: ["M7 3v10h10V3M7 13v8M17 13v8M7 8h10"],
};

/** @param {string} name */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    PATHS[name].map((d) => s("path", { d })),
  );
}
