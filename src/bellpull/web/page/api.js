// Calls of the hub's REST. A refusal is an error with the hub's sentence and code.
import { key } from "/page/key.js";
import { words } from "/page/words.js";

const PATIENCE_MS = 20_000;
let onKeyRefused = () => {};

export class Refusal extends Error {
  constructor(status, said) {
    super([said.detail, said.hint].filter(Boolean).join(" · "));
    this.status = status;
    this.code = said.code;
  }
}

/** What happens when the hub does not take this browser's key any more. */
export function whenKeyRefused(listener) {
  onKeyRefused = listener;
}

export async function call(method, path, body) {
  const token = key.get();
  try {
    return await callAs(token, method, path, body);
  } catch (refusal) {
    if (refusal.status === 401) onKeyRefused(token);
    throw refusal;
  }
}

export async function callAs(token, method, path, body) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const [status, said] = await exchange(path, { method, headers, body: JSON.stringify(body) });
  if (status >= 200 && status < 300) return said;
  throw new Refusal(status, said);
}

async function exchange(path, request) {
  try {
    const answer = await fetch(path, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) });
    return [answer.status, await answer.json()];
  } catch {
    throw new Refusal(0, { detail: words.hub_away, code: "hub_away" });
  }
}
