// Pictures that could not be had, as the server is away: their place stays empty, and they are asked for again until they come.

const AGAIN = 1000; // milliseconds, more each time
const LONGEST = 30_000;

/** @type {WeakMap<HTMLImageElement, number>} */
const waits = new WeakMap();

/** Watch over all pictures of the document. */
export function mendImages() {
  document.addEventListener("error", ({ target }) => target instanceof HTMLImageElement && target.getAttribute("src") && again(target), true);
  document.addEventListener("load", ({ target }) => target instanceof HTMLImageElement && target.classList.remove("missing"), true);
}

/** @param {HTMLImageElement} image */
function again(image) {
  image.classList.add("missing");
  const address = image.getAttribute("src");
  const wait = Math.min(LONGEST, (waits.get(image) ?? AGAIN / 2) * 2);
  waits.set(image, wait);
  setTimeout(() => image.isConnected && image.getAttribute("src") === address && image.setAttribute("src", address), wait);
}
