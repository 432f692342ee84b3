// The view of one agent: its numbers, its sessions, telling it something, and its trail. Without a name: all agents.
import { href } from "../core/address.js";
import { Agents } from "./agents.js";
import { useCell } from "../core/cell.js";
import { duration } from "../core/duration.js";
import { html, useEffect, useMemo } from "../core/html.js";
import { SessionEntry } from "./session_row.js";
import { Sharing } from "./sharing.js";
import { agents } from "../core/sight.js";
import { Tell, Unread } from "./tell.js";
import { allWordsFor, usePending } from "./tell_data.js";
import { unmasked } from "../core/text.js";
import { Timeline } from "./trail.js";
import { Trail } from "./trail_data.js";
import { useFreshWatch, watch } from "./watch_data.js";
import { entriesOf } from "./watch_order.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Me} Me */

/** @param {{name: string, me: Me | null}} props */
export const Agent = ({ name, me }) => (name ? html`<${OneAgent} name=${name} me=${me} />` : html`<${Agents} />`);

/** @param {{name: string, me: Me | null}} props */
function OneAgent({ name, me }) {
  const trail = useMemo(() => new Trail(name), [name]);
  useEffect(() => trail.follow(), [trail]);
  const gone = useCell(trail.gone);
  const known = useCell(agents)?.find((one) => one.name === name);
  const entries = entriesOf(useCell(watch) ?? NOTHING).filter((one) => one.agent === name && one.session);
  const pending = usePending(name);
  const of = (/** @type {import("./watch_order.js").Entry} */ entry) =>
    pending.filter((one) => [entry.session, ...entry.below].some((session) => session?.id === one.session));
  const elsewhere = pending.filter((one) => !entries.some((entry) => of(entry).includes(one)));
  useFreshWatch();
  return html`<section class="one-agent">
    <p class="crumbs quiet">
      <a href=${href("sessions")}>${words.sessions}</a> › <a href=${href("agents")}>${words.agents}</a></p>
    <div class="head"><h2>${unmasked(name)}</h2>
      <a class="quiet" href=${href("inbox", { filters: { agent: name } })}>${words.its_notifications}</a></div>
    ${known?.project && html`<p class="quiet" key="project"><code>${unmasked(known.project)}</code></p>`}
    ${known && html`<${Sharing} key="sharing" agent=${known} me=${me} />`}
    ${gone ? html`<${Gone} key="gone" name=${name} />` : html`
      <${NumbersOf} key="numbers" trail=${trail} />
      ${entries.length > 0 && html`<ul class="entries" key="entries">
        ${entries.map((one) =>
          html`<${SessionEntry} key=${one.key} entry=${one} unread=${of(one)} linked=${false} />`)}</ul>`}
      <div class="say" key="say"><${Unread} nudges=${elsewhere} /><${Tell} agent=${name} /></div>
      <h2 key="trail-title">${words.trail}</h2>
      <${Timeline} key="trail" trail=${trail} />`}
  </section>`;
}

/** What one had begun to tell it can still be read. @param {{name: string}} props */
function Gone({ name }) {
  const typed = allWordsFor(name).join("\n\n");
  return html`<div class="empty" role="status"><strong>${words.no_such_agent}</strong>
    ${typed && html`<p>${words.you_had_typed}</p><p class="long typed">${unmasked(typed)}</p>`}</div>`;
}

/** @type {import("../types").Watch} */
const NOTHING = { sessions: [], questions: [], servers: [], waiting_count: 0, usage: null };

/** @param {{trail: Trail}} props */
function NumbersOf({ trail }) {
  const numbers = useCell(trail.numbers);
  if (!numbers) return null;
  const answered = numbers.open ? fill(words.number_open, { count: numbers.open }) : "";
  const median = numbers.median_seconds === null ? "–" : duration(numbers.median_seconds);
  /** @type {[string, string | number, string][]} */
  const shown = [
    ["told", numbers.told, ""], ["asked", numbers.asked, ""], ["answered", numbers.answered, answered],
    ["median", median, ""], ["nudged", numbers.nudged, ""], ["handed", numbers.handed, ""],
  ];
  return html`<dl class="numbers">
    ${shown.map(([name, value, more]) => html`<div key=${name} data-number=${name}>
      <dt>${words.numbers[name]}</dt>
      <dd>${typeof value === "number" ? value.toLocaleString(words.language) : value}
        ${more && html` <small key="more">${more}</small>`}</dd></div>`)}
  </dl>`;
}
