// Requests to the server. Whatever goes wrong becomes one sentence.

const PATIENCE = 30_000;

/** What the server refused, or that it could not be reached: `message` is a sentence for people. */
export class Refusal extends Error {
  /** asked: the path that was asked for.
   * @param {string} text @param {{code?: string, rule?: string | null, status?: number, asked?: string}} [parts] */
  constructor(text, { code = "error", rule = null, status = 0, asked = "" } = {}) {
    super(text);
    this.code = code;
    this.rule = rule;
    this.status = status;
    this.asked = asked;
  }

  /** Whether it may be otherwise in a moment. */
  get passes() {
    return this.status === 503 || this.code === "offline";
  }
}

/** Makes `api(method, path, body, token)`, a promise of the answer's JSON.
 * language(): that of sentences; say(key): words for when there is no server to give any; reached(whether): told each time.
 * @param {{language: () => string, say: (key: string) => string, reached: (whether: boolean) => void}} parts */
export function connect({ language, say, reached }) {
  /** @type {Page.Api} */
  return async function api(method, path, body, token) {
    const address = new URL(path, location.origin);
    if (!address.searchParams.has("language")) address.searchParams.set("language", language());
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json" };
    if (body !== undefined && body !== null) headers["Content-Type"] = "application/json";
    if (token) headers.Authorization = `Bearer ${token}`;
    let answer;
    try {
      answer = await fetch(address, {
        method,
        headers,
        body: body === undefined || body === null ? undefined : typeof body === "string" ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE),
        credentials: "omit",
      });
    } catch {
      reached(false);
      throw new Refusal(say("page.app-offline"), { code: "offline" });
    }
    reached(true);
    const content = await answer.json().catch(() => {});
    if (answer.ok && content !== undefined) return content;
    const error = content?.error;
    throw new Refusal(error?.text || say("page.app-broken"), { code: error?.code, rule: error?.rule, status: answer.status, asked: path });
  };
}
