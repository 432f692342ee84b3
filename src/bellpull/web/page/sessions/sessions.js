// The view of sessions: who waits for you, works, idles; servers that cannot be watched; how to connect an agent.
import { href } from "../core/address.js";
import { useCell } from "../core/cell.js";
import { html, useLayoutEffect, useRef, useState } from "../core/html.js";
import { SessionEntry } from "./session_row.js";
import { usePending, wordsFor } from "./tell_data.js";
import { unmasked } from "../core/text.js";
import { Commands } from "../trying.js";
import { useFreshWatch, watch } from "./watch_data.js";
import { entriesOf, inOrderOf, rank, withHeld } from "./watch_order.js";
import { few, fill, words } from "../core/words.js";

/** @typedef {import("./watch_order.js").Entry} Entry */

const MOST_IDLE = 10;

export function Sessions() {
  const now = useCell(watch);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const entries = useEntries(now, list);
  const [all, setAll] = useState(false);
  useFreshWatch();
  if (!now) return html`<p class="none">${words.connecting}</p>`;
  const idle = entries.filter(({ session, waits }) => session && !session.busy && !waits.length);
  const hidden = new Set(all ? [] : idle.slice(MOST_IDLE).map((one) => one.key));
  const first = new Set(entries.filter((one) => one === entries.find((other) => other.agent === one.agent)));
  return html`<section class="watched">
    <div class="head"><h2>${words.sessions}</h2><p class="quiet">${counts(entries, now)}</p></div>
    ${entries.length === 0 && html`<${Nobody} key="nobody" />`}
    <ul class="entries" ref=${list}>
      ${entries.filter((one) => !hidden.has(one.key)).map((one) =>
        html`<${Listed} key=${one.key} entry=${one} first=${first.has(one)} />`)}
    </ul>
    ${hidden.size > 0 && html`<p key="more"><button type="button" class="plain" onClick=${() => setAll(true)}>
      💤 ${fill(words.more_idle, { count: hidden.size })}</button></p>`}
    <${Servers} servers=${now.servers} known=${now.sessions} />
    <p class="quiet"><a href=${href("agents")}>${words.all_agents}</a></p>
  </section>`;
}

/** What is meant for whichever session comes first stands with the first one.
 * @param {{entry: Entry, first: boolean}} props */
function Listed({ entry, first }) {
  const pending = usePending(entry.agent);
  const ids = new Set([entry.session, ...entry.below].map((one) => one?.id));
  const unread = pending.filter((one) => (one.session ? ids.has(one.session) : first));
  return html`<${SessionEntry} entry=${entry} unread=${unread} />`;
}

/** In their order; but nothing moves while one types here, and what one has typed in stays.
 * @param {import("../types").Watch | null} now @param {{current: HTMLElement | null}} list */
function useEntries(now, list) {
  const before = useRef(/** @type {Entry[]} */ ([]));
  const typing = list.current?.contains(document.activeElement) && document.activeElement?.matches("textarea");
  const isWritten = (/** @type {Entry} */ one) => wordsFor(one.agent, one.session?.id ?? null) !== "";
  const all = withHeld(now ? entriesOf(now) : [], before.current, isWritten);
  const entries = typing ? inOrderOf(all, before.current) : all;
  useLayoutEffect(() => void (before.current = entries));
  return entries;
}

/** @param {Entry[]} entries @param {import("../types").Watch} now */
function counts(entries, now) {
  const used = now.usage && now.usage.error === null && now.usage.percent !== null;
  const ranks = entries.map(rank);
  const waits = ranks.filter((one) => one === 0).length;
  const works = entries.filter((one, place) => ranks[place] > 0 && one.session?.busy).length;
  const idles = entries.length - waits - works;
  return [
    waits > 0 && few(words.one_waits, words.many_wait, waits),
    works > 0 && few(words.one_works, words.many_work, works),
    idles > 0 && few(words.one_idles, words.many_idle, idles),
    used && fill(words.used, { percent: now.usage?.percent ?? 0 }),
  ].filter(Boolean).join(" · ");
}

const Nobody = () => html`<div class="empty">
  <strong>${words.no_sessions}</strong>
  <p>${words.no_sessions_how}</p>
  <${Commands} lines=${["bellpull connect opencode", "bellpull connect claude-code"]} />
  <p>${words.try_demo}</p>
  <${Commands} lines=${["bellpull demo"]} />
</div>`;

/** Those in trouble, and those where nothing happens.
 * @param {{servers: import("../types").Server[], known: import("../types").Session[]}} props */
function Servers({ servers, known }) {
  const used = new Set(known.map((one) => /** @type {any} */ (one).server));
  const shown = servers.filter((one) => one.trouble || !used.has(one.server));
  if (!shown.length) return null;
  const state = (/** @type {import("../types").Server} */ one) => unmasked(one.trouble) || words.session_states.idle;
  return html`<h3 class="quiet">${words.servers}</h3><ul class="servers">
    ${shown.map((one) => html`<li key=${one.server + one.host}>
      <span aria-hidden="true">${one.trouble ? "⚠" : "💤"}</span> <code>${unmasked(one.server)}</code>
      ${one.host && html`<span class="quiet" key="host"> ${fill(words.on_host, { host: unmasked(one.host) })}</span>`}
      ${" "}<span class=${one.trouble ? "trouble" : "quiet"}>${state(one)}</span>
    </li>`)}
  </ul>`;
}
