// Where one is on the page, and by which filters: kept in the fragment, so that a reload or a bookmark comes back to it
// and nothing of it is ever sent to the hub.
import { cell } from "./cell.js";

const VIEWS = ["inbox", "sessions", "agents", "settings"];

/** @typedef {{view: string, name: string, filters: Record<string, string>}} Address */

/** @param {string} fragment @returns {Address} */
export function read(fragment) {
  const [path, query = ""] = fragment.replace(/^#?\/?/, "").split("?", 2);
  const [view = "", ...rest] = path.split("/");
  const filters = Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value));
  const known = VIEWS.includes(view) ? view : "inbox";
  return { view: known, name: decoded(rest.join("/")), filters };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a view: href("agents", {name: "builder"}), href("inbox", {filters: {type: "alert"}}).
 * @param {string} view @param {{name?: string, filters?: Record<string, string>}} [where] */
export function href(view, { name = "", filters = {} } = {}) {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value)).toString();
  const path = view === "inbox" ? "" : [view, name && encodeURIComponent(name)].filter(Boolean).join("/");
  return `#/${path}${query && `?${query}`}`;
}

export const address = cell(read(location.hash));
addEventListener("hashchange", () => {
  if (!location.hash.startsWith("#sign-in=")) address.value = read(location.hash);
});

/** @param {string} view @param {{name?: string, filters?: Record<string, string>}} [where]
 * @param {{replace?: boolean}} [how] replace: not a step that "back" goes back to */
export function go(view, where = {}, { replace = false } = {}) {
  const to = href(view, where);
  if (to === location.hash || (to === "#/" && !location.hash)) return;
  history[replace ? "replaceState" : "pushState"](null, "", to);
  address.value = read(to);
}
