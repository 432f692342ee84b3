// How long ago, how long still, and what time it is: in the page's language, ticking by itself.
import { cell, useCell } from "./cell.js";
import { hubNow } from "./clock.js";
import { html } from "./html.js";
import { words } from "./words.js";

const ages = new Intl.RelativeTimeFormat(words.language, { numeric: "auto", style: "short" });
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

const second = cell(hubNow());
const halfMinute = cell(hubNow());
setInterval(() => (second.value = hubNow()), 1_000);
setInterval(() => (halfMinute.value = hubNow()), 30_000);
// A page that was asleep shows the right time at once.
document.addEventListener("visibilitychange", () => (second.value = halfMinute.value = hubNow()));

/** The time, to the second; whoever uses it is drawn every second. */
export const useSecond = () => useCell(second);
/** The time, to half a minute. */
export const useNow = () => useCell(halfMinute);

/** How long ago: "now" for the first minute, then minutes, hours, days.
 * @param {string | number} at */
function age(at) {
  const seconds = Math.max(0, (hubNow() - new Date(at).getTime()) / 1000);
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return ages.format(-Math.floor(seconds / length), unit);
  }
  return ages.format(0, "second");
}

/** How long ago something was, with the exact time to point at.
 * @param {{at: string}} props */
export function Age({ at }) {
  useNow();
  return html`<time datetime=${at} title=${new Date(at).toLocaleString(words.language)}>${age(at)}</time>`;
}

/** Seconds as 4:05 or 1:02:03.
 * @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
}

/** The day of the week and its time: Friday 14:05.
 * @param {string} at */
export function dayAndTime(at) {
  return `${new Date(at).toLocaleDateString(words.language, { weekday: "long" })} ${clockTime(at)}`;
}

/** The time of the day, 14:05.
 * @param {Date | string | number} at */
export function clockTime(at) {
  return new Date(at).toLocaleTimeString(words.language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
