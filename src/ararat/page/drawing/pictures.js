// Small pictures of a rule, written as a line: "[zebra:1 zebra:4 panda:5] > [zebra:1 zebra:4] [panda:5] #crate".
//
//   zebra   zebra:4   zebra:4~f   zebra!     an animal, with its number, its sex, struck out
//   #crate  #plank@1                         a sign, in the colour of a seat
//   [ ]                                      what lies together
//   >                                        what becomes of it
//   17/21                                    anything else as it is written

import { animal, h, sign } from "./dom.js";

const ANIMAL = /^([a-z][a-z-]*)(?::(\d+))?(?:~([mf]))?(!?)$/;

/** A line of pieces; the text beside it says it in words. @param {string} line */
export function picture(line) {
  const root = h("span", { class: "picture-line", "aria-hidden": "true" });
  let here = root;
  for (const word of line.split(/\s+|(?<=\[)|(?=\])/).filter(Boolean)) {
    if (word === "[") here = here.appendChild(h("span", { class: "picture-group" }));
    else if (word === "]") here = root;
    else here.append(piece(word));
  }
  return root;
}

/** @param {string} word */
function piece(word) {
  if (word === ">") return h("span", { class: "picture-text" }, "→");
  if (word.startsWith("#")) {
    const [name, seat] = word.slice(1).split("@");
    return h("span", { class: "picture-sign", data: { seat } }, sign(name));
  }
  const found = ANIMAL.exec(word);
  if (!found) return h("span", { class: "picture-text numbers" }, word);
  const [, name, number, sex, struck] = found;
  return h(
    "span",
    { class: `picture-tile${struck ? " struck" : ""}` },
    animal(name),
    number ? h("b", { class: "numbers" }, number) : null,
    sex ? sign(sex === "m" ? "male" : "female", { class: "picture-sex" }) : null,
  );
}
