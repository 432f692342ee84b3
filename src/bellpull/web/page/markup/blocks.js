// Agents' Markdown, drawn: headings, lists, code, quotes, links, diffs. Whatever it says, it becomes text in elements
// of ours, never markup.
import { Diff } from "./diff.js";
import { cx, html, memo, useLayoutEffect, useMemo, useState } from "../core/html.js";
import { blocksOf, read, want } from "./markup.js";
import { useScrollable } from "./scrollable.js";
import { unmasked } from "../core/text.js";

/** @typedef {import("../types").Block} Block */
/** @typedef {import("../types").Span} Span */

/** The text as blocks; as it is until they are there.
 * @param {{text: string}} props */
export function Blocks({ text }) {
  const blocks = useBlocks(text);
  const groups = useMemo(() => grouped(blocks ?? []), [blocks]);
  if (!blocks) return html`<div class="blocks"><p class="plain-text">${unmasked(text)}</p></div>`;
  return html`<div class="blocks">
    ${groups.map((group, place) => html`<${Group} key=${place} group=${group} />`)}
  </div>`;
}

/** What was drawn once stays, whatever else is forgotten meanwhile.
 * @param {string} text */
export function useBlocks(text) {
  const [count, redraw] = useState(0);
  const blocks = useMemo(() => blocksOf(text), [text, count]);
  useLayoutEffect(() => {
    if (blocksOf(text)) return;
    const stop = read.listen(() => {
      if (!blocksOf(text)) return;
      stop();
      redraw(count + 1);
    });
    want(text);
    return stop;
  }, [text]);
  return blocks;
}

/** Items of a list that follow each other belong together.
 * @param {Block[]} blocks @returns {Block[][]} */
function grouped(blocks) {
  /** @type {Block[][]} */
  const groups = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === "item" && last?.[0].kind === "item") last.push(block);
    else groups.push([block]);
  }
  return groups;
}

const Group = memo((/** @type {{group: Block[]}} */ { group }) => {
  const [{ kind, level = 0, spans = [], lines = [], language = "" }] = group;
  if (kind === "item") return html`<${List} items=${group} />`;
  if (kind === "rule") return html`<hr />`;
  if (kind === "diff") return html`<${Diff} lines=${lines} />`;
  if (kind === "code") return html`<${Code} spans=${spans} language=${language} />`;
  if (kind === "heading") return html`<h4 class=${`level-${level}`}><${Spans} spans=${spans} /></h4>`;
  if (kind === "quote") return html`<blockquote><${Spans} spans=${spans} /></blockquote>`;
  return html`<p><${Spans} spans=${spans} /></p>`;
});

/** @param {{items: Block[]}} props */
function List({ items }) {
  return html`<ul role="list">
    ${items.map(({ level = 0, marker = "•", spans = [] }, place) => html`
      <li key=${place} class=${`level-${level}`}><span class="marker">${unmasked(marker)}</span>
        <div><${Spans} spans=${spans} /></div></li>`)}
  </ul>`;
}

/** Code is never wrapped: what is too wide is scrolled to, by keyboard, too.
 * @param {{spans: Span[], language: string}} props */
function Code({ spans, language }) {
  const text = spans.map((span) => span.text).join("");
  const place = useScrollable(text);
  const kind = cx("code", language === "table" && "table");
  return html`<pre class=${kind} ref=${place}><code>${unmasked(text)}</code></pre>`;
}

/** @param {{spans: Span[]}} props */
const Spans = ({ spans }) => spans.map((span, place) => html`<${Piece} key=${place} span=${span} />`);

/** @param {{span: Span}} props */
function Piece({ span }) {
  /** @type {any} */
  let drawn = unmasked(span.text);
  if (span.code) drawn = html`<code>${drawn}</code>`;
  if (span.strike) drawn = html`<s>${drawn}</s>`;
  if (span.italic) drawn = html`<em>${drawn}</em>`;
  if (span.bold) drawn = html`<strong>${drawn}</strong>`;
  return span.link ? html`<${Link} to=${span.link} text=${span.text}>${drawn}<//>` : drawn;
}

/** A link says where it leads if its text does not.
 * @param {{to: string, text: string, children?: any}} props */
function Link({ to, text, children }) {
  if (!/^(https?|mailto):/i.test(to)) return children;
  const said = text === to || text === placeOf(to) || (URL.canParse(text) && placeOf(text) === placeOf(to));
  return html`<a href=${to} title=${unmasked(to)} rel="noopener noreferrer" target="_blank">${children}</a>${
    !said && html` <span class="quiet">(${unmasked(placeOf(to))})</span>`}`;
}

/** @param {string} link */
function placeOf(link) {
  if (link.toLowerCase().startsWith("mailto")) return link.slice("mailto".length + 1);
  return URL.canParse(link) ? new URL(link).host : link;
}
