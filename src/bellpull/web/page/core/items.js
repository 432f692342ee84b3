// The keyboard. Every card and row is an item: j and k walk over them, and an item says which keys it knows. Nothing
// happens while one types, with Ctrl, Alt or the command key, or to a key that is held down.
import { useEffect, useLayoutEffect, useRef } from "./html.js";

/** @typedef {Record<string, (event: KeyboardEvent) => void>} Keys */

/** @type {WeakMap<Element, Keys>} */
const keysOf = new WeakMap();
/** @type {Set<Keys>} */
const everywhere = new Set();

/** An item of the view: put the ref on its element. The keys are heard while the focus is in it.
 * @param {Keys} keys @returns {{current: any}} */
export function useItem(keys) {
  const ref = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.setAttribute("data-item", "");
    element.tabIndex = 0;
    keysOf.set(element, keys);
  });
  return ref;
}

/** Keys that are heard wherever the focus is.
 * @param {Keys} keys */
export function useKeys(keys) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    /** @type {Keys} */
    const heard = {};
    for (const name of Object.keys(keys)) heard[name] = (event) => latest.current[name]?.(event);
    everywhere.add(heard);
    return () => void everywhere.delete(heard);
  }, [Object.keys(keys).join()]);
}

const FIELDS = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";

addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape") return leave(target);
  if (target.closest?.(FIELDS) || document.querySelector("dialog[open]")) return;
  const act = meant(event, target);
  if (!act || (event.repeat && !["j", "k"].includes(event.key))) return;
  event.preventDefault();
  act(event);
});

/** @param {KeyboardEvent} event @param {Element} target */
function meant(event, target) {
  const item = target.closest?.("[data-item]");
  const onControl = target !== item && target.closest?.("a, button, summary, input");
  // Enter and Space on a control are the control's own.
  if (onControl && (event.key === "Enter" || event.key === " ")) return null;
  if (event.key === "j") return () => step(1);
  if (event.key === "k") return () => step(-1);
  const own = item && keysOf.get(item)?.[event.key];
  return own ?? [...everywhere].map((keys) => keys[event.key]).find(Boolean);
}

/** Where the focus was in the list, when it is in none of its items. @type {Element | null} */
let last = null;
/** The focus has to leave an item that is going: j and k go on behind this element.
 * @param {Element} element */
export function continueAfter(element) {
  last = element;
}

/** To the next or the previous item; from nowhere to the one after the last, or to the first that is in sight.
 * @param {number} by */
function step(by) {
  const items = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-item]")])
    .filter((one) => one.checkVisibility());
  const now = document.activeElement?.closest("[data-item]");
  const place = items.indexOf(/** @type {HTMLElement} */ (now));
  const following = last?.isConnected ? items.findIndex((one) => follows(one, /** @type {Element} */ (last))) : -1;
  const inSight = items.findIndex((one) => one.getBoundingClientRect().bottom > 0);
  const begins = Math.max(0, following < 0 ? inSight : following);
  const next = place < 0 ? begins : Math.min(items.length - 1, Math.max(0, place + by));
  focusItem(items[next]);
}

/** @param {Element} one @param {Element} other */
const follows = (one, other) => Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);

/** @param {HTMLElement | null | undefined} item */
export function focusItem(item) {
  item?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: "nearest" });
}

/** Escape leaves the field for the item that it is in.
 * @param {Element} target */
function leave(target) {
  if (!target.closest?.(FIELDS)) return;
  const item = /** @type {HTMLElement | null} */ (target.closest("[data-item]"));
  if (item) item.focus();
  else /** @type {HTMLElement} */ (target).blur();
}

let movedAt = -Infinity;
/** Things on the page change places now. */
export function moved() {
  movedAt = performance.now();
}
/** Is this click meant for what was here a moment ago? The second of two quick clicks must not hit the next card.
 * @param {Event} event */
export function misplaced(event) {
  return event.isTrusted && /** @type {UIEvent} */ (event).detail > 0 && performance.now() - movedAt < 500;
}
