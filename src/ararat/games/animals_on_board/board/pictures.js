// Small pictures of the rules, by the first rule of a section, of the lesson and of its example.

/** @type {Record<string, string>} */
export const pictures = {
  "how.2": "[zebra:1 zebra:4 panda:5] > [zebra:1 zebra:4] [panda:5] + #crate",
  "how.3": "#crate #crate > [zebra:1 zebra:4]",
  "how.6": "panda:3! panda:5! 0 lion:3 3 [zebra:2 zebra:1 zebra:4] 15 #crate 1",
  "example.1": "#crate #crate [zebra:2 panda:3] · [zebra:1 zebra:4 panda:5] [lion:3 paw]",
  "example.2": "[zebra:1 zebra:4 panda:5] = #crate #crate #crate",
  "example.3": "[zebra:1 zebra:4 panda:5] > [zebra:1 zebra:4] [panda:5] + #crate",
  "example.4": "#crate #crate > [zebra:1 zebra:4] + #flag",
  "example.5": "[zebra:2 zebra:1 zebra:4] 15 + panda:3 3 + #crate 1 = 19",
  "example.6": "panda:3! panda:5! 0 + zebra:2 2 + #crate #crate 2 = 4",
  "AB-3.1": "camel:2 panda:4 tiger:1 > [panda:4]",
  "AB-4.1": "[zebra:1 zebra:4 panda:5 lion:3 paw]",
  "AB-4.4": "[zebra:1 zebra:4 panda:5] > [zebra:1 zebra:4] [panda:5] + #crate",
  "AB-4.8": "#crate #crate > [zebra:1 zebra:4]",
  "AB-5.1": "panda:3! panda:5! 0 lion:3 3 [zebra:2 zebra:1 zebra:4] 15 #crate 1",
  "AB-6.1": "paw #eye",
};
