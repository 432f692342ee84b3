// The agents that one sees. When one is seen no longer, everybody on the page who shows something of it is told, and
// the person why.
import { call } from "./api.js";
import { cell } from "./cell.js";
import { follow, knowAgents, whenSightChanges } from "./live.js";
import { news, tellNews } from "./said.js";
import { unmasked } from "./text.js";
import { fill, words } from "./words.js";

/** @typedef {{name: string, owner: string, project: string | null, created_at: string, pending_count: number,
 *   shared_with: string[], pending_notifications: number, open_questions: number, pending_nudges: number}} Known */

/** null: not read yet */
export const agents = cell(/** @type {Known[] | null} */ (null));
/** Told the name of each agent that one sees no longer.
 * @type {Set<(agent: string) => void>} */
export const whenLost = new Set();
/** What happened to them last. @type {Map<string, string>} */
const changes = new Map();

export async function readAgents() {
  /** @type {Known[]} */
  const now = (await call("GET", "/api/agents")).agents;
  const names = new Set(now.map((one) => one.name));
  const lost = (agents.value ?? []).filter((one) => !names.has(one.name));
  agents.value = now;
  knowAgents([...names]);
  for (const { name } of lost) lose(name);
}

/** @param {string} name */
function lose(name) {
  const why = words.lost_agent[changes.get(name) ?? ""] ?? words.lost_agent.unseen;
  tellNews(fill(why, { agent: unmasked(name) }));
  for (const tell of whenLost) tell(name);
}

/** While somebody is signed in. Gives the way to stop. */
export function followSight() {
  const note = (/** @type {import("../types").HubEvent} */ event) => void changes.set(event.agent_name, event.change);
  whenSightChanges.add(note);
  const stop = follow({ load: readAgents });
  return () => {
    stop();
    whenSightChanges.delete(note);
    changes.clear();
    agents.value = null;
    news.value = [];
  };
}
