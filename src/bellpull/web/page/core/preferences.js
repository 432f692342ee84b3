// What a person prefers. Look, sound and notifications are kept in this browser and shared by its tabs; quiet hours are
// kept by the hub, for all surfaces of that person.
import { call } from "./api.js";
import { Cell, cell } from "./cell.js";
import { follow } from "./live.js";
import { storage } from "./storage.js";

/** A choice that this browser keeps. What is not among the choices, or not kept, is the first of them.
 * @param {string} name @param {string[]} choices @returns {Cell<string>} */
function kept(name, choices) {
  const place = `bellpull.${name}`;
  const read = () => choices.find((one) => one === storage.get(place)) ?? choices[0];
  const choice = cell(read());
  choice.listen((chosen) => {
    if (chosen === choices[0]) storage.remove(place);
    else storage.set(place, chosen);
  });
  storage.onChange(place, () => (choice.value = read()));
  return choice;
}

/** @param {string} name @param {boolean} usual @returns {Cell<boolean>} */
function keptSwitch(name, usual) {
  const words = usual ? ["on", "off"] : ["off", "on"];
  const text = kept(name, words);
  const on = cell(text.value === "on");
  on.listen((is) => (text.value = is ? "on" : "off"));
  text.listen((now) => (on.value = now === "on"));
  return on;
}

/** Notifications of the browser, once it was allowed to show them. */
export const rings = keptSwitch("rings", true);
export const sound = keptSwitch("sound", false);
/** "auto", "light" or "dark". start.js sets it before anything is drawn. */
export const theme = kept("theme", ["auto", "light", "dark"]);
theme.listen((chosen) => {
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
});

/** `chosen`: "22:00-07:00", "" for none, null for the hub's own, which is `usual`. Null until it was read.
 * @type {Cell<{chosen: string | null, usual: string} | null>} */
export const quiet = cell(/** @type {{chosen: string | null, usual: string} | null} */ (null));

let asked = 0;
async function readQuiet() {
  const turn = (asked += 1);
  takeQuiet(turn, await call("GET", "/api/preferences"));
}

/** @param {string | null} hours */
export async function chooseQuiet(hours) {
  const turn = (asked += 1);
  takeQuiet(turn, await call("PUT", "/api/preferences", { quiet_hours: hours }));
}

/** Answers may overtake each other: the one to the last call is true.
 * @param {number} turn @param {{quiet_hours: string | null, default_quiet_hours: string}} said */
function takeQuiet(turn, said) {
  if (turn === asked) quiet.value = { chosen: said.quiet_hours, usual: said.default_quiet_hours };
}

/** While somebody is signed in. Gives the way to stop. */
export function followPreferences() {
  const stop = follow({
    load: readQuiet,
    // An admin hears of everybody's: the hub says which are one's own.
    take: (event) => event.type === "preferences_changed" && void readQuiet().catch(() => {}),
  });
  return () => {
    stop();
    asked += 1;
    quiet.value = null;
  };
}

/** The hours that hold: ["22:00", "07:00"]; null for none.
 * @param {{chosen: string | null, usual: string} | null} of @returns {[string, string] | null} */
export function hoursOf(of) {
  const found = /^(\d\d?:\d\d)-(\d\d?:\d\d)$/.exec((of?.chosen ?? of?.usual ?? "").replace(/\s/g, ""));
  return found && [found[1].padStart(5, "0"), found[2].padStart(5, "0")];
}

/** Is it quiet now, by the clock of whoever looks at this page? Over midnight, too.
 * @param {Date} now */
export function isQuiet(now) {
  const hours = hoursOf(quiet.value);
  if (!hours) return false;
  const [begin, end] = hours;
  const at = `${String(now.getHours()).padStart(2, "0")}:${String(now.getMinutes()).padStart(2, "0")}`;
  return begin <= end ? begin <= at && at < end : at >= begin || at < end;
}
