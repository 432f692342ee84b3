// Elements from data. What somebody wrote goes in as text, never as markup.
import { words } from "/page/words.js";

/** h("p", {class: "quiet"}, "some text", element, null): listeners are the names that begin with "on". */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  const shown = children.filter((child) => child != null && child !== false);
  element.append(...shown.map((child) => (typeof child === "string" ? unmasked(child) : child)));
  return element;
}

/** Characters that turn the order of letters around would let an agent write a button that reads like another one. */
export function unmasked(text) {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/** Sets a text only when it is another one: a screen reader reads what is set. */
export function say(element, text) {
  if (element.textContent !== unmasked(text)) element.textContent = unmasked(text);
  element.hidden = !text;
}

export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Text that may be long: it keeps its lines and scrolls, by keyboard, too. */
export function longText(text, kind) {
  const element = h("div", { class: `long ${kind}` }, text);
  requestAnimationFrame(() => {
    if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
  });
  return element;
}

const ages = new Intl.RelativeTimeFormat(words.language, { numeric: "auto", style: "short" });
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** How long ago: "now" for the first minute, then minutes, hours, days. */
export function age(at) {
  const seconds = Math.max(0, (Date.now() - Date.parse(at)) / 1000);
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return ages.format(-Math.floor(seconds / length), unit);
  }
  return ages.format(0, "second");
}

/** An element that shows how long ago something was, with the exact time to point at. */
export function ageElement(at) {
  return h("time", { datetime: at, title: new Date(at).toLocaleString(words.language) }, age(at));
}

export function tickAges(root) {
  for (const element of root.querySelectorAll("time")) say(element, age(element.dateTime));
}

/** Seconds as 4:05 or 1:02:03. */
export function clock(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
}

let movedAt = -Infinity;
/** Things on the page change places now. */
export function moved() {
  movedAt = performance.now();
}
/** Is this click meant for what was here a moment ago? The second of two quick clicks must not hit the next card. */
export function misplaced(event) {
  return event.isTrusted && event.detail > 0 && performance.now() - movedAt < 500;
}
