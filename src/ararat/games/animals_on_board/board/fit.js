// On a phone the beach has one size, and tiles are as large as all rafts together allow.

const [LEAST, MOST] = [40, 76]; // pixels
const COLUMNS = [5, 4, 3, 2]; // of a raft, at most; the widest that allows the largest tiles

/** Give a shore the largest tiles at which none of its rafts is cut. @param {HTMLElement} shore */
export function fit(shore) {
  const rafts = shore.querySelector(".rafts");
  if (!rafts || !shore.clientHeight) return;
  /** @param {number} columns @param {number} tile */
  const fits = (columns, tile) => {
    shore.style.setProperty("--most", String(columns));
    shore.style.setProperty("--tile", `${tile}px`);
    return rafts.offsetHeight <= shore.clientHeight && rafts.scrollWidth <= shore.clientWidth;
  };
  let [best, low] = [COLUMNS[0], LEAST];
  for (const columns of COLUMNS) {
    // Only what is better than the best so far is worth a try.
    for (let high = MOST; low < high; ) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(columns, middle)) [best, low] = [columns, middle];
      else high = middle - 1;
    }
  }
  fits(best, low);
}
