// The count of what waits, in the title and in the icon of the tab: red when something of it is urgent.
import { alarming } from "../notices/notices.js";
import { questions } from "../questions/questions.js";
import { putOff, waitsNow } from "../questions/snooze.js";

const MOST = 99;

/** @param {number} count */
export const counted = (count) => (count > MOST ? `${MOST}+` : String(count));

function showBadge() {
  const open = questions.value.filter((one) => waitsNow(putOff.value, one));
  const urgent = alarming.value > 0 || open.some((one) => ["high", "urgent"].includes(one.question.urgency));
  const mark = open.length ? `(${counted(open.length)}) ` : alarming.value ? "(!) " : "";
  document.title = `${mark}Bellpull`;
  setIcon(open.length ? counted(open.length) : alarming.value ? "!" : "", urgent);
  const badge = /** @type {any} */ (navigator);
  if (open.length) badge.setAppBadge?.(open.length).catch(() => {});
  else badge.clearAppBadge?.().catch(() => {});
}

/** The hub draws the icons: a picture made here would need a weaker policy.
 * @param {string} mark @param {boolean} urgent */
function setIcon(mark, urgent) {
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  const name = mark ? `badge.svg?mark=${encodeURIComponent(mark)}${urgent ? "&urgent=1" : ""}` : "bell.svg";
  const wanted = new URL(`../${name}`, import.meta.url).href;
  if (icon.href !== wanted) icon.href = wanted;
}

/** Keeps the badge true; gives the way to stop. */
export function followBadge() {
  const stops = [questions, putOff, alarming].map((one) => one.listen(showBadge));
  showBadge();
  return () => {
    stops.forEach((stop) => stop());
    document.title = "Bellpull";
    setIcon("", false);
  };
}
