// Signing in and out. A link's secret is used once; a pasted key is only used to get a key of this browser's own, so
// that signing out revokes that one and nobody's own key lies in a browser.
import { call, callAs } from "/page/api.js";
import { button, h, say } from "/page/dom.js";
import { key } from "/page/key.js";
import { words } from "/page/words.js";

const MARK = "#sign-in=";

/** The secret that the address brings, taken out of it at once; null without one. */
export function secretOfAddress() {
  if (!location.hash.startsWith(MARK)) return null;
  const secret = location.hash.slice(MARK.length);
  history.replaceState(null, "", location.pathname);
  return secret;
}

/** Use a link's secret. A key that this browser had before is given back. */
export async function redeem(secret) {
  const before = key.get();
  const { token } = await callAs(null, "POST", "/api/sign-in", { secret });
  key.keep(token);
  if (before) await revoke(before).catch(() => {});
}

async function redeemPasted(text) {
  const pasted = text.trim();
  const mark = pasted.indexOf(MARK);
  if (mark >= 0) return redeem(pasted.slice(mark + MARK.length));
  const { secret } = await callAs(pasted, "POST", "/api/sign-in-links");
  return redeem(secret);
}

export async function signOut() {
  const token = key.get();
  key.forget();
  if (token) await revoke(token).catch(() => {}); // the hub is away: this browser forgets its key all the same
}

async function revoke(token) {
  const me = await callAs(token, "GET", "/api/me");
  await callAs(token, "DELETE", `/api/keys/${encodeURIComponent(me.key_id)}`);
}

/** What one sees who is not signed in; `reason` says why. */
export function signInView(reason, onSignedIn) {
  const field = h("input", {
    id: "paste", type: "password", autocomplete: "off", spellcheck: "false", required: true,
  });
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const form = h("form", { class: "paste" },
    h("label", { for: "paste" }, words.paste),
    h("div", { class: "row" }, field, h("button", { type: "submit", class: "first" }, words.sign_in)),
    trouble);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    form.inert = true;
    const refusal = await redeemPasted(field.value).then(() => null, (error) => error);
    form.inert = false;
    if (!refusal) return onSignedIn();
    say(trouble, explain(refusal));
    field.select();
  });
  return h("section", { class: "signin", "aria-label": words.sign_in },
    h("p", { class: "reason", role: "alert" }, reason),
    h("p", {}, words.how_to_sign_in),
    h("pre", {}, h("code", {}, "bellpull page")),
    form,
    h("p", { class: "quiet" }, words.not_installed));
}

function explain(refusal) {
  if (refusal.status === 0) return words.hub_away;
  if (refusal.status === 403) return words.agents_key;
  return [400, 401, 404, 410, 422].includes(refusal.status) ? words.paste_wrong : refusal.message;
}

/** Who is signed in, with the way out. */
export function whoView(name, onSignOut) {
  return [h("span", { class: "quiet" }, name), button(words.sign_out, onSignOut, { class: "plain" })];
}

export const whoAmI = () => call("GET", "/api/me");
