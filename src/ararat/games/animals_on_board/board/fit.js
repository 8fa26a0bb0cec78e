// On a phone the beach has one size, and tiles are as large as all rafts together allow.

const [LEAST, MOST] = [40, 76]; // pixels
const COLUMNS = [5, 4, 3, 2]; // of a raft, at most; the widest that allows the largest tiles

/** @type {{of: string, columns: number, tile: number} | null} */
let last = null;

/** Give a shore the largest tiles at which none of its rafts is cut. @param {HTMLElement} shore */
export function fit(shore) {
  const rafts = shore.querySelector(".rafts");
  if (!rafts || !shore.clientHeight) return;
  /** @param {number} columns @param {number} tile */
  const lay = (columns, tile) => {
    shore.style.setProperty("--most", String(columns));
    shore.style.setProperty("--tile", `${tile}px`);
  };
  /** @param {number} columns @param {number} tile */
  const fits = (columns, tile) => {
    lay(columns, tile);
    return rafts.offsetHeight <= shore.clientHeight && rafts.scrollWidth <= shore.clientWidth;
  };
  // Every try lays out the whole page: what was found for the same rafts in the same room holds.
  const counts = [...rafts.querySelectorAll(".cargo")].map((cargo) => cargo.childElementCount);
  const of = [shore.clientWidth, shore.clientHeight, rafts.className, ...counts].join();
  if (last?.of !== of) last = { of, ...largest(fits) };
  lay(last.columns, last.tile);
}

/** @param {(columns: number, tile: number) => boolean} fits */
function largest(fits) {
  let [best, low] = [COLUMNS[0], LEAST];
  for (const columns of COLUMNS) {
    // Only what is better than the best so far is worth a try.
    if (low === MOST || !fits(columns, low + 1)) continue;
    [best, low] = [columns, low + 1];
    for (let high = MOST; low < high; ) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(columns, middle)) low = middle;
      else high = middle - 1;
    }
  }
  return { columns: best, tile: low };
}
