// The panel with what is in the bags: it goes with its cross, with Escape, and with a press anywhere else.

export class Bags {
  /** @param {HTMLElement} root @param {() => void} redraw */
  constructor(root, redraw) {
    this.root = root;
    this.redraw = redraw;
    this.open = false;
    /** @param {Event} event */
    this.leave = (event) => this.left(/** @type {KeyboardEvent & {target: Element}} */ (event));
  }

  toggle = () => {
    this.open = !this.open;
    const change = this.open ? "addEventListener" : "removeEventListener";
    for (const kind of ["click", "keydown"]) document[change](kind, this.leave, true);
    if (this.root.isConnected) this.redraw();
  };

  /** @param {KeyboardEvent & {target: Element}} event */
  left(event) {
    if (event.type === "keydown" ? event.key !== "Escape" : event.target.closest(".bag-contents, .look")) return;
    if (event.type === "keydown") event.preventDefault();
    this.toggle();
  }
}
