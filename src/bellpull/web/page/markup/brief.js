// The first lines of an agent's Markdown, without its marks: for what is not opened yet.
import { useBlocks } from "./blocks.js";
import { html, useMemo } from "../core/html.js";
import { unmasked } from "../core/text.js";

/** @typedef {import("../types").Block} Block */

/** More would not be shown, and need not be read. */
const ENOUGH = 600;

/** @param {{text: string, kind: string}} props kind: its class, which says after how many lines it is cut */
export function Brief({ text, kind }) {
  const start = text.length > ENOUGH ? text.slice(0, ENOUGH).trimEnd() : text;
  const blocks = useBlocks(start);
  const said = useMemo(() => (blocks ? blocks.map(plain).filter(Boolean).join("\n") : start), [blocks, start]);
  return html`<p class=${kind}>${unmasked(said.replace(/\n\s*\n/g, "\n"))}</p>`;
}

/** @param {Block} block */
function plain({ kind, level = 0, marker = "", spans = [], lines = [] }) {
  if (kind === "diff") return lines.map((line) => `${SIGNS[line.kind] ?? ""}${line.text}`).join("\n");
  const text = spans.map((span) => span.text).join("");
  return kind === "item" ? `${"  ".repeat(level)}${marker} ${text}` : text;
}

/** @type {Record<string, string>} */
const SIGNS = { added: "+", removed: "−", context: " " };
