// Who is who: the pictures of animals, and of Noah and his sons, one for each seat.

import { h, s } from "/page/drawing/dom.js";

/** Only lion and lioness do not look alike. @type {Record<string, string>} */
const OWN_FACES = { "lion-f": "lioness" };

/** The picture of a tile. @param {string} tile */
export function faceOf(tile) {
  return OWN_FACES[tile] ?? tile.slice(0, -2);
}

/** A face by its hair and beard: father and sons have the same head. @type {Record<string, [hair: string, beard: string]>} */
const PEOPLE = {
  noah: ["M5.5 13C5 6 9 3 16 3s11 3 10.5 10l-2.5-4.5H8Z", "M6 14c1 3 2.5 3.5 5 3h10c2.5.5 4 0 5-3 .8 9-3 16-10 16S5.200 23 6 14Z"],
  shem: ["M5.5 14C4.5 6 9 2.5 16 2.5S27.5 6 26.5 14L25 9c-6 1-12 1-18 0Z", "M7 15c.5 3 2 4 4 3.5h10c2 .5 3.5-.5 4-3.5.5 7-3 11-9 11s-9.5-4-9-11Z"],
  ham: ["M5 13a4 4 0 0 1 2-6 5 5 0 0 1 6-4 5 5 0 0 1 6 0 5 5 0 0 1 6 4 4 4 0 0 1 2 6l-2-2H7Z", "M12 22.5c2 1 6 1 8 0l-1.5 4.5h-5Z"],
  japheth: ["M5.5 14C4.5 6 9 2.5 16 2.5S27.5 6 26.5 14c-1-4-4-6-7-6.5C16 10 11 11 7 10.5Z", ""],
};

/** The tile of a seat: one of the family, with the name on it. @param {ArkAndNoah.Picture} picture @param {number} seat */
export function personTile({ pieces, say }, seat) {
  const person = pieces.family[seat];
  const name = say(`family.${person}`);
  return h("span", { class: "person", data: { person, seat } }, portrait(person), h("span", { class: "person-name" }, name));
}

/** @param {string} person */
function portrait(person) {
  const [hair, beard] = PEOPLE[person];
  return s(
    "svg",
    { class: "portrait", viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("path", { class: "skin", d: "M6.5 14a9.5 10 0 0 1 19 0v3a9.5 10.5 0 0 1-19 0Z" }),
    beard ? s("path", { class: "hair", d: beard }) : null,
    s("path", { class: "hair", d: hair }),
    s("path", { class: "eyes", d: "M11.5 14.5v1.5M20.5 14.5v1.5M13.5 21.5c1.5 1 3.5 1 5 0" }),
  );
}
