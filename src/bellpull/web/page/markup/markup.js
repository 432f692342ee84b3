// Agents' Markdown as blocks, read by the hub: what is wanted at the same time is asked for at once, and what was read
// is kept. Until the blocks are there, and wherever they cannot be had, the text is shown as it is.
import { call } from "../core/api.js";
import { cell } from "../core/cell.js";
import { line } from "../core/live.js";

/** @typedef {import("../types").Block} Block */

const MOST_TEXTS = 100;
const MOST_CHARACTERS = 200_000;
const MOST_KEPT = 300;
/** Who has asked for very much asks again then. */
const SOON_MS = 5_000;
/** One line without a mark in it is itself. */
const PLAIN = /^(?![#>+\-•\d\s])(?!.*(:\/\/|mailto:))[^*_`~[\]\\|\n\r\t]*$/i;

/** Blocks by text, in the order in which they came.
 * @type {Map<string, Block[]>} */
const known = new Map();
/** @type {Set<string>} */
const wanted = new Set();
let asking = false;
/** Counts up whenever more is known. */
export const read = cell(0);

/** @param {string} text @returns {Block[] | null} null: not known yet */
export function blocksOf(text) {
  return PLAIN.test(text) ? [{ kind: "paragraph", spans: [{ text }] }] : known.get(text) ?? null;
}

/** @param {string} text */
export function want(text) {
  if (blocksOf(text)) return;
  wanted.add(text);
  setTimeout(ask);
}

async function ask() {
  if (asking || !wanted.size) return;
  asking = true;
  const texts = some();
  try {
    const said = await call("POST", "/api/markup", { texts });
    texts.forEach((text, place) => keep(text, said.texts[place]));
  } catch (refusal) {
    // A hub that is away or stopping is asked again when it is back; one that refuses these would refuse them again.
    const { status } = /** @type {import("../core/api.js").Refusal} */ (refusal);
    // What it could not read in time is not asked for again either: everything else would wait behind it.
    if ((status === 0 && line.value !== "connected") || status >= 500) return;
    if (status === 429) {
      setTimeout(ask, SOON_MS);
      return;
    }
    texts.forEach((text) => wanted.delete(text));
  } finally {
    asking = false;
  }
  read.change((count) => count + 1);
  ask();
}

/** As many as go into one request, at least one. */
function some() {
  let characters = 0;
  return [...wanted].slice(0, MOST_TEXTS).filter((text, place) => {
    characters += text.length;
    return place === 0 || characters <= MOST_CHARACTERS;
  });
}

/** @param {string} text @param {Block[]} blocks */
function keep(text, blocks) {
  wanted.delete(text);
  known.set(text, blocks);
  if (known.size > MOST_KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
}

line.listen((state) => state === "connected" && ask());
