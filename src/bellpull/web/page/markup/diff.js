// A unified diff: the files' names, both numbers of each line, a sign beside the colour. A long one is folded, and says
// how long it is: who allows a change can see all of it.
import { cx, html, useState } from "../core/html.js";
import { useScrollable } from "./scrollable.js";
import { unmasked } from "../core/text.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").DiffLine} DiffLine */

const SHOWN = 40;
/** Not so few more that a button takes their place. */
const SPARE = 4;
/** @type {Record<string, string>} */
const SIGNS = { added: "+", removed: "−", context: " " };

/** @param {{lines: DiffLine[]}} props */
export function Diff({ lines }) {
  const [whole, show] = useState(false);
  const place = useScrollable(whole);
  const named = withNames(lines);
  const folded = !whole && named.length > SHOWN + SPARE;
  const count = { added: counted(lines, "added"), removed: counted(lines, "removed") };
  const isWide = lines.some((line) => Math.max(line.old ?? 0, line.new ?? 0) > 999);
  return html`<figure class=${cx("diff", isWide && "wide")}>
    <figcaption class="quiet">${words.change} <span class="added">+${count.added}</span>${" "}
      <span class="removed">−${count.removed}</span></figcaption>
    <div class="lines" ref=${place}>
      <div>${(folded ? named.slice(0, SHOWN) : named).map((line, at) => html`<${Line} key=${at} line=${line} />`)}</div>
    </div>
    ${folded && html`<button type="button" class="plain" onClick=${() => show(true)}>
      ${fill(words.show_all_lines, { count: named.length })}</button>`}
  </figure>`;
}

/** @param {DiffLine[]} lines @param {string} kind */
const counted = (lines, kind) => lines.filter((line) => line.kind === kind).length;

/** Both names of a file that keeps its name are one line.
 * @param {DiffLine[]} lines */
function withNames(lines) {
  return lines.flatMap((line, at) => {
    if (isPair(lines[at - 1], line)) return [];
    return [isPair(line, lines[at + 1]) ? { ...line, text: nameOf(line.text) } : line];
  });
}

/** @param {DiffLine | undefined} before @param {DiffLine | undefined} after */
function isPair(before, after) {
  return before?.kind === "file" && after?.kind === "file" && before.text.startsWith("--- ") &&
    nameOf(before.text) === nameOf(after.text);
}

/** @param {string} text */
const nameOf = (text) => text.replace(/^(--- (a\/)?|\+\+\+ (b\/)?)/, "");

/** @param {{line: DiffLine}} props */
function Line({ line }) {
  return html`<div class=${`diff-line ${line.kind}`}>
    <span class="number" aria-hidden="true">${line.old ?? ""}</span>
    <span class="number" aria-hidden="true">${line.new ?? ""}</span>
    <span class="sign">${SIGNS[line.kind] ?? ""}</span>
    <span class="text">${unmasked(line.text) || " "}</span>
  </div>`;
}
