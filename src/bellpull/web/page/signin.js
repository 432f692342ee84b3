// Signing in and out. Whatever one shows (a password, a link, a key that one pastes) is used once, to get a sign-in or a
// key of this browser's own, so that signing out ends that one and nobody's own key lies in a browser.
import { callAs } from "./core/api.js";
import { key, secretOf } from "./core/key.js";

export const MARK = "#sign-in=";
const LEAVING_MS = 5_000;

/** The secret that the address brings, taken out of it at once; null without one. */
export function secretOfAddress() {
  if (!location.hash.startsWith(MARK)) return null;
  const secret = location.hash.slice(MARK.length);
  history.replaceState(null, "", location.pathname);
  return secret;
}

/** Use a link's secret. What this browser had before is given back.
 * @param {string} secret */
export async function redeem(secret) {
  const giveBack = await returning();
  const { token } = await callAs(null, "POST", "/api/sign-in", { secret, ...key.wanted });
  key.keep(token);
  await giveBack().catch(() => {});
}

/** @returns {Promise<() => Promise<void>>} how to end what this browser has now, once it has something better */
async function returning() {
  const before = secretOf(key.get());
  if (before) return () => callAs(before, "POST", "/api/logout");
  // A new cookie takes the place of the old one, so its sign-in is ended by its name.
  const me = key.get() === null ? null : await callAs(null, "GET", "/api/me").catch(() => null);
  return async () => me && callAs(secretOf(key.get()), "DELETE", `/api/keys/${encodeURIComponent(me.key_id)}`);
}

/** Whether somebody is signed in here. Of a cookie only the hub can tell; while it is away there may be one. */
export async function isSignedIn() {
  const held = key.get();
  if (held === null || secretOf(held)) return held !== null;
  return callAs(null, "GET", "/api/me").then(() => true, (refusal) => refusal.status !== 401);
}

/** A key is forgotten here, whether the hub is there or not. A cookie only the hub can take back: without it this is
 * refused. */
export async function signOut() {
  const held = key.get();
  const token = secretOf(held);
  if (token) key.forget("signed_out");
  try {
    await callAs(token, "POST", "/api/logout", undefined, { patience: LEAVING_MS });
  } catch (refusal) {
    if (!token && /** @type {any} */ (refusal).status !== 401) throw refusal;
  }
  if (!token) key.forget("signed_out");
}
