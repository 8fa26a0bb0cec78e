// Small pictures of the rules, by the first rule of a section, of the lesson and of its example.

/** @type {Record<string, string>} */
export const pictures = {
  "how.1": "bear:7~m > [noah] > noah",
  "how.2": "[bear:7~m lioness:5~f kangaroo:3~m] 15/21",
  "how.3": "[bear:7~m lioness:5~f kangaroo:3~m] > #person",
  "how.4": "bear:7~m > noah donkey:6~f #anchor giraffe:8~m #eye",
  "how.5": "[bear:7~m lioness:5~f kangaroo:3~m donkey:6~f] 21/21 > cat:2~f cat:2~m",
  "how.6": "panda:4~f #drop #drop #drop #drop",
  "example.1": "[bear:7~m lioness:5~f kangaroo:3~m] 15/21",
  "example.2": "panda:4~f donkey:6~f giraffe:8~m! elephant:10~m!",
  "example.3": "[bear:7~m lioness:5~f kangaroo:3~m donkey:6~f] 21/21 #anchor",
  "example.4": "panda:4~f #drop #drop #drop #drop > #person",
  "example.5": "[bear:7~m lioness:5~f kangaroo:3~m panda:4~f] 19/21",
  "NO-3.1": "[bear:7~m] [cat:2~f] [panda:4~m] [snail:1] [parrot:0~f]",
  "NO-4.1": "bear:7~m > [noah] > noah",
  "NO-4.2": "[bear:7~m lioness:5~f kangaroo:3~m] 15/21 [parrot:0~f woodpecker:0~f bear:7~f] 7/13",
  "NO-4.9": "[bear:7~m lioness:5~f kangaroo:3~m] > #person",
  "NO-4.11": "[bear:7~m cat:2~f cat:2~m]",
  "NO-4.12": "giraffe:8~f #eye lion:5~m #person",
  "NO-4.16": "bear:7~m > noah lioness:5~f > noah donkey:6~f #anchor",
  "NO-4.19": "[bear:7~m lioness:5~f kangaroo:3~m donkey:6~f] 21/21",
  "NO-5.1": "panda:4~f #drop #drop #drop #drop cat:2~m #drop elephant:10~m 0",
  "NO-6.1": "giraffe:8~f #eye",
  "NO-P.1": "frog:1~m crocodile:6~f",
};
