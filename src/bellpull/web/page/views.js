// The views. The inbox is there at once; the others are fetched when the page has drawn, or when somebody goes to one:
// who only looks at what waits does not wait for them.
import { cell, useCell } from "./core/cell.js";
import { html, useEffect, useErrorBoundary } from "./core/html.js";
import { line } from "./core/live.js";
import { words } from "./core/words.js";
import { Inbox } from "./notices/inbox.js";

/** @type {import("./core/cell.js").Cell<Record<string, any>>} */
const there = cell(/** @type {Record<string, any>} */ ({ inbox: Inbox }));

/** When the page has drawn what it is for. */
const SOON_MS = 4_000;

/** @type {Record<string, () => Promise<any>>} */
const FETCHED = {
  sessions: async () => (await import("./sessions/sessions.js")).Sessions,
  agents: async () => (await import("./sessions/agent.js")).Agent,
  settings: async () => (await import("./settings/settings.js")).Settings,
  sign_in: async () => (await import("./signin_view.js")).SignIn,
};

/** A hub that is away is asked again when the line is back.
 * @param {string} view */
async function bring(view) {
  if (there.value[view]) return;
  try {
    const found = await FETCHED[view]();
    there.change((known) => ({ ...known, [view]: found }));
  } catch {
    there.change((known) => ({ ...known, [view]: null }));
  }
}

/** The page is drawn: what may be looked at next is fetched now, so that it is there when the hub is not. */
export function bringAll() {
  const fetchThem = () => void Object.keys(FETCHED).forEach(bring);
  const timer = setTimeout(fetchThem, SOON_MS);
  return () => clearTimeout(timer);
}

/** @param {{view: string, name?: string, me?: import("./types").Me | null} & Record<string, any>} props */
export function View({ view, ...props }) {
  const known = useCell(there);
  const state = useCell(line);
  useEffect(() => void bring(view), [view, state]);
  const [broken] = useErrorBoundary((error) => console.error(error));
  const Shown = known[view];
  if (broken) return html`<${Missing} why=${words.broken} />`;
  if (Shown) return html`<${Shown} ...${props} />`;
  return Shown === null ? html`<${Missing} why=${words.hub_away} />` : html`<p class="none" role="status">${words.connecting}</p>`;
}

/** The view cannot be drawn. Some browsers remember that a file could not be had as long as the page is open.
 * @param {{why: string}} props */
function Missing({ why }) {
  return html`<div class="empty" role="status"><strong>${why}</strong>
    <button type="button" onClick=${() => location.reload()}>${words.reload}</button></div>`;
}
