// All agents that one sees, by name; each leads to its trail.
import { href } from "../core/address.js";
import { useCell } from "../core/cell.js";
import { html, useEffect } from "../core/html.js";
import { useItem } from "../core/items.js";
import { agents, readAgents } from "../core/sight.js";
import { unmasked } from "../core/text.js";
import { Age } from "../core/time.js";
import { Commands } from "../trying.js";
import { few, words } from "../core/words.js";

/** @typedef {import("../core/sight.js").Known} Known */

export function Agents() {
  const known = useCell(agents);
  // How much is new at each of them is not told.
  useEffect(() => void readAgents().catch(() => {}), []);
  return html`<section class="one-agent">
    <p class="crumbs quiet"><a href=${href("sessions")}>${words.sessions}</a></p>
    <div class="head"><h2>${words.agents}</h2></div>
    ${!known && html`<p class="none" key="none">${words.connecting}</p>`}
    ${known?.length === 0 && html`<div class="empty" key="empty"><strong>${words.no_agents}</strong>
      <p>${words.no_sessions_how}</p>
      <${Commands} lines=${["bellpull connect opencode", "bellpull connect claude-code"]} /></div>`}
    <ul class="entries">${known?.map((one) => html`<${AgentRow} key=${one.name} agent=${one} />`)}</ul>
  </section>`;
}

/** What waits there: for a person, then for the agent.
 * @param {Known} agent */
function waitsAt({ open_questions: asked, pending_notifications: told, pending_nudges: unread }) {
  return [
    asked > 0 && few(words.one_open, words.many_open, asked),
    told > 0 && few(words.one_new, words.many_new, told),
    unread > 0 && few(words.one_unread, words.many_unread, unread),
  ].filter(Boolean).join(" · ");
}

/** @param {{agent: Known}} props */
function AgentRow({ agent }) {
  const to = href("agents", { name: agent.name });
  const waits = waitsAt(agent);
  const item = useItem({ Enter: () => (location.hash = to) });
  return html`<li class="session known" ref=${item}>
    <header><h3><a href=${to}>${unmasked(agent.name)}</a></h3>
      ${waits && html`<p class="state" key="waits">${waits}</p>`}</header>
    <p class="facts quiet">${agent.project && html`<code key="project">${unmasked(agent.project)}</code> · `}
      ${words.first_seen} <${Age} at=${agent.created_at} /></p>
  </li>`;
}
