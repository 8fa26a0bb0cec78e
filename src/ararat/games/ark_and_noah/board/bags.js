// The panel with what is in the bags: it goes with its cross, with Escape, and with a press anywhere else.

export class Bags {
  constructor(root, redraw) {
    Object.assign(this, { root, redraw, open: false });
    this.leave = (event) => this.left(event);
  }

  toggle = () => {
    this.open = !this.open;
    const change = this.open ? "addEventListener" : "removeEventListener";
    for (const kind of ["click", "keydown"]) document[change](kind, this.leave, true);
    if (this.root.isConnected) this.redraw();
  };

  left(event) {
    if (event.type === "keydown" ? event.key !== "Escape" : event.target.closest(".bag-contents, .look")) return;
    if (event.type === "keydown") event.preventDefault();
    this.toggle();
  }
}
