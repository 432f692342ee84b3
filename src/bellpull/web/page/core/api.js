// Calls of the hub's REST. A refusal is an error with the hub's sentence and code.
import { heardAt } from "./clock.js";
import { key, secretOf } from "./key.js";
import { words } from "./words.js";

/** keepalive: it is sent even if the page is being left; once: the hub does it once, however often it hears this key;
 * patience: so many milliseconds it is waited for.
 * @typedef {{keepalive?: boolean, once?: string, patience?: number}} How */

const PATIENCE_MS = 20_000;
/** @typedef {import("./key.js").Held} Held */
/** @type {(held: Held, why: string) => void} */
let onKeyRefused = () => {};

export class Refusal extends Error {
  /** @param {number} status 0: the hub is away @param {{detail: string, code: string, hint?: string | null}} said
   * @param {number} [seconds] so long one has to wait */
  constructor(status, said, seconds = 0) {
    super([said.detail, said.hint].filter(Boolean).join(" · "));
    this.status = status;
    this.code = said.code;
    this.seconds = seconds;
  }
}

/** What happens when the hub does not take this browser's key any more.
 * @param {(held: Held, why: string) => void} listener */
export function whenKeyRefused(listener) {
  onKeyRefused = listener;
}

/** What this browser has was just ended, and this is why. @param {string} why */
export const keyRefused = (why) => onKeyRefused(key.get(), why);

/** @param {string} method @param {string} path @param {any} [body] @param {How} [how]
 * @returns {Promise<any>} */
export async function call(method, path, body, how) {
  const held = key.get();
  try {
    return await callAs(secretOf(held), method, path, body, how);
  } catch (refusal) {
    const { status, code } = /** @type {Refusal} */ (refusal);
    // A password that was typed wrongly says nothing of the key.
    if (status === 401 && code !== "wrong_login") onKeyRefused(held, code);
    throw refusal;
  }
}

/** @param {string | null} token null: none but the cookie, if there is one @param {string} method @param {string} path @param {any} [body]
 * @param {How} [how] @returns {Promise<any>} */
export async function callAs(token, method, path, body, { keepalive, once, patience = PATIENCE_MS } = {}) {
  /** @type {Record<string, string>} */
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (once) headers["Idempotency-Key"] = once;
  const request = { method, headers, body: JSON.stringify(body), keepalive };
  const [status, said, seconds] = await exchange(path, request, patience);
  if (status >= 200 && status < 300) return said;
  throw new Refusal(status, said, seconds);
}

/** @param {string} path @param {RequestInit} request @param {number} patience
 * @returns {Promise<[number, any, number]>} */
async function exchange(path, request, patience) {
  try {
    const answer = await fetch(path, { ...request, signal: AbortSignal.timeout(patience) });
    heardAt(answer.headers.get("date"));
    return [answer.status, await answer.json(), Number(answer.headers.get("retry-after"))];
  } catch {
    throw new Refusal(0, { detail: words.hub_away, code: "hub_away" });
  }
}

/** A key that nobody else has. (The browser's own UUIDs are for https alone.) */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16)).join("-");

/** A path with a query, without what is not given: path("/api/x", {status: "open", before: null}).
 * @param {string} base @param {Record<string, string | number | null | undefined>} query */
export function withQuery(base, query) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `${base}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : base;
}
