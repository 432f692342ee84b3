// The page's words in the language of this browser's choice; without one, in the hub's. The hub makes the tables.
import { storage } from "./storage.js";

const PLACE = "bellpull.language";

/** "auto", "en" or "fr". */
export const chosenLanguage = () => storage.get(PLACE) ?? "auto";

/** @param {string} language */
export function chooseLanguage(language) {
  if (language === "auto") storage.remove(PLACE);
  else storage.set(PLACE, language);
}

const language = ["en", "fr"].includes(chosenLanguage()) ? chosenLanguage() : document.documentElement.lang;

/** Tables without what every object has: nobody's "constructor" is a word of ours.
 * @param {any} table @returns {any} */
function bare(table) {
  if (typeof table !== "object") return table;
  return Object.assign(Object.create(null), Object.fromEntries(Object.entries(table).map(([name, of]) => [name, bare(of)])));
}

/** Only start.js is there to say so. @param {Error} error @returns {never} */
function lost(error) {
  dispatchEvent(new Event("bellpull-lost"));
  throw error;
}

/** Sentences and words by their names; some are tables themselves.
 * @type {Record<string, any>} */
export const words = bare((await import(`../words-${language === "fr" ? "fr" : "en"}.js`).catch(lost)).words);
document.documentElement.lang = words.language;

/** fill("{count} selected", {count: 3})
 * @param {string} sentence @param {Record<string, string | number>} values */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** A sentence for one, or for several: few("one", "many", 2).
 * @param {string} one @param {string} many @param {number | string} count */
export const few = (one, many, count) => fill(count === 1 ? one : many, { count });
