// Under which address others find this page: as we do, unless only this machine calls it so.

import { every } from "../drawing/anew.js";

const HERE = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const LOOK = 10; // seconds: the home network may change

export class Reach {
  /** changed: called when the address has become another one. @param {Page.App} app @param {() => unknown} changed */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    this.page = `${location.origin}/`;
    this.elsewhere = !HERE.test(location.hostname);
    this.end = this.elsewhere ? () => {} : every(LOOK, () => this.look());
  }

  async look() {
    try {
      const { page, elsewhere } = await this.app.api("GET", "/api/invitation");
      if (page === this.page && elsewhere === this.elsewhere) return;
      Object.assign(this, { page, elsewhere });
      this.changed();
    } catch {
      // The wire says when the server is gone; until then the address that we know stands.
    }
  }

  /** A link to a part of the page that opens on other devices, too. @param {string} path */
  to(path) {
    return this.page + path;
  }
}
