// Small pictures of the rules, by the first rule of a section, of the lesson and of its example.

/** @type {Record<string, string>} */
export const pictures = {
  "how.1": "#plank@0 #pitch #food [panda:2~m panda:2~f]",
  "how.2": "#worker@0 #worker@1",
  "how.3": "#worker@0 > #pitch #food #plank paw",
  "how.4": "#plank@0 #plank@1 #pitch",
  "how.5": "[#food #food] #pitch #pitch #pitch",
  "how.6": "panda:2~m + panda:2~f > [#food #food]",
  "how.7": "#plank@0 #plank@0 #plank@1 > 5 · #plank@0 −1 #food −1 #pitch −1 lion:3 −3",
  "example.1": "#plank@0 #plank@0 #plank@0 #plank@0 #plank@1 #plank@1 [#food] #pitch #pitch #pitch",
  "example.2": "#food > [#food #food] + 1",
  "example.3": "panda:2~m + panda:2~f > [#food #food]",
  "example.4": "panda:4 4 + #plank@0 4 + #pitch 3 = 11 · panda:4 4 + #plank@1 2 = 6",
  "AN-3.1": "#plank@0 #pitch #food [lion:3~m cat:1~f]",
  "AN-4.11": "#worker@0 #worker@1",
  "AN-4.31": "#pitch #food #plank@0",
  "AN-4.41": "panda:2~m lion:3~f",
  "AN-4.51": "lion:3~f > panda:2~m",
  "AN-4.60": "#plank@0 #plank@1 #pitch",
  "AN-4.71": "panda:2~m + panda:2~f > [#food #food]",
};
