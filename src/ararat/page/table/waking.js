// A bot that cannot think yet, because what it thinks with is still being unpacked: the table says so.

const PATIENCE = 1500; // ms: a bot that can think seldom takes longer

export class Waking {
  /** @param {Page.AtTable} t */
  constructor(t) {
    this.t = t;
    this.asleep = false;
    this.awake = false;
  }

  /** A table is shown: if a bot is in turn and takes its time, look whether it can think.
   * @param {Page.Message} message */
  watch(message) {
    this.end();
    if (!message.thinking) this.asleep = false;
    if (message.thinking && !this.awake) this.timer = setTimeout(() => this.look(), PATIENCE);
  }

  async look() {
    const { t } = this;
    try {
      const { games } = await t.app.api("GET", "/api/health");
      this.awake = games[t.game.slug]?.bots !== false;
    } catch {
      return; // The wire says when the server is gone.
    }
    if (t.closed || !t.shown?.thinking) return;
    this.asleep = !this.awake;
    t.draw();
  }

  end() {
    clearTimeout(this.timer);
  }
}
