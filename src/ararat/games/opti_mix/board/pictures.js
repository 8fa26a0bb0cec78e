// Small pictures of the rules, by the first rule of a section, of the lesson and of its example.

/** @type {Record<string, string>} */
export const pictures = {
  "how.1": "#heavy #slow #shy #useful #provision",
  "how.3": "#sun #snowflake [dog:1 cow:2] [zebra:2 hay:2!]",
  "how.4": "[cow:2 llama:1] #tilt [zebra:2 camel:2]",
  "how.5": "#coin > [dog:1]",
  "how.6": "mosquito spider skunk > zebra:2! fox #coin #coin",
  "how.7": "#cloud-rain #cloud-rain #cloud-rain #cloud-rain #cloud-rain",
  "example.1": "[cow:2] [llama:1] #tilt [zebra:2] [camel:2]",
  "example.2": "[cow:2 sheep:1] [llama:1] #tilt [zebra:2] [camel:2] + #useful",
  "example.3": "[cow:2 dog:1!] [llama:1 dog:1!] #tilt [zebra:2] [camel:2 dog:1!]",
  "example.4": "#coin > [cow:2 sheep:1] [llama:1] [dog:1] #tilt [zebra:2] [camel:2] + #useful",
  "example.5": "#useful #useful",
  "OM-3.1": "[cow:2] [llama:1] #tilt [zebra:2] [camel:2]",
  "OM-4.10": "#sun #snowflake [dog:1 cow:2] [zebra:2 hay:2!]",
  "OM-4.19": "#coin > [dog:1]",
  "OM-4.21": "mosquito spider skunk fox brontosaurus chimpanzee turtle hedgehog",
  "OM-4.31": "#cloud-rain #cloud-rain #cloud-rain #cloud-rain #cloud-rain",
  "OM-5.1": "#heavy #slow #shy #useful #provision #coin",
};
