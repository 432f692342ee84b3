// How long something takes or lasts, in one unit.
import { html } from "./html.js";
import { useNow } from "./time.js";
import { words } from "./words.js";

/** @type {[number, number, string][]} until so many seconds, in units of so many */
const STEPS = [[60, 1, "second"], [3_600, 60, "minute"], [86_400, 3_600, "hour"], [Infinity, 86_400, "day"]];

/** 45 sec, 12 min, 2.5 hr.
 * @param {number} seconds */
export function duration(seconds) {
  const [, size, unit] = STEPS.find(([until]) => seconds < until) ?? STEPS[3];
  const digits = size >= 3_600 && seconds < 10 * size ? 1 : 0;
  const how = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: digits };
  return new Intl.NumberFormat(words.language, /** @type {any} */ (how)).format(seconds / size);
}

/** For how long it has been so, from the first minute on, after a dot.
 * @param {{since: string}} props */
export function Lasting({ since }) {
  const seconds = (useNow() - new Date(since).getTime()) / 1000;
  if (!(seconds >= 60)) return null;
  const minutes = Math.floor(seconds / 60) * 60;
  const exactly = new Date(since).toLocaleString(words.language);
  return html`<time datetime=${since} title=${exactly}>${` · ${duration(minutes)}`}</time>`;
}
