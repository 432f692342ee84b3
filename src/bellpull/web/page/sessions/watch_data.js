// Who works, idles and waits, as the hub concludes it: read once, and again after what may have changed it.
import { rereader } from "../core/again.js";
import { call } from "../core/api.js";
import { cell } from "../core/cell.js";
import { useEffect } from "../core/html.js";
import { follow } from "../core/live.js";
import { forgetWords } from "./tell_data.js";

/** @typedef {import("../types").Watch} Watch */

/** Servers come and go, and guesses are made, without an event. */
const UNTOLD_MS = 20_000;

/** @type {import("../core/cell.js").Cell<Watch | null>} null: not read yet */
export const watch = cell(/** @type {Watch | null} */ (null));
/** How many sessions wait for a person; agents of which no session is known count as one. */
export const waitingSessions = cell(0);

let again = rereader(load);
let asked = 0;
let shown = 0;

/** Keeps it true; gives the way to stop. */
export function followWatch() {
  again = rereader(load);
  const stop = follow({ load, take });
  return () => {
    stop();
    again.stop();
    shown = ++asked;
    watch.value = null;
    waitingSessions.value = 0;
    forgetWords();
  };
}

/** Of two readings at the same time the one that began later is shown. */
async function load() {
  const mine = ++asked;
  const read = await call("GET", "/api/watch");
  if (mine < shown) return;
  shown = mine;
  watch.value = read;
  waitingSessions.value = read.waiting_count;
}

/** @param {import("../types").HubEvent} event */
function take(event) {
  if (/^(session_changed|question_|nudge_)/.test(event.type)) again.soon();
}

/** While somebody looks, also what nobody tells of. */
export function useFreshWatch() {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again.soon(), UNTOLD_MS);
    return () => clearInterval(timer);
  }, []);
}
