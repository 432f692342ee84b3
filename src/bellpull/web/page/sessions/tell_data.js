// What people tell agents: the words that are being typed, and what was told and has not been read yet.
import { rereader } from "../core/again.js";
import { call, Refusal } from "../core/api.js";
import { cell, useCell } from "../core/cell.js";
import { useEffect, useMemo } from "../core/html.js";
import { follow } from "../core/live.js";

/** @typedef {import("../types").Nudge} Nudge */

/** @type {Map<string, string>} by agent and session: what stands in a field outlives the field */
const typed = new Map();
/** @param {string} agent @param {string | null} session */
const place = (agent, session) => `${agent} ${session ?? ""}`;

/** @param {string} agent @param {string | null} session */
export const wordsFor = (agent, session) => typed.get(place(agent, session)) ?? "";

/** All that one has begun to tell this agent. @param {string} agent */
export const allWordsFor = (agent) => [...typed].filter(([of]) => of.startsWith(`${agent} `)).map(([, text]) => text);

/** @param {string} agent @param {string | null} session @param {string} text */
export function keepWords(agent, session, text) {
  if (text) typed.set(place(agent, session), text);
  else typed.delete(place(agent, session));
}

export const forgetWords = () => typed.clear();

/** @typedef {{list: import("../core/cell.js").Cell<Nudge[]>, users: number, stop: () => void}} Pending */
/** @type {Map<string, Pending>} those that somebody looks at, by agent: they are read once for all who look */
const looked = new Map();

/** What this agent was told and has not read yet, oldest first.
 * @param {string} agent @returns {Nudge[]} */
export function usePending(agent) {
  const pending = useMemo(() => looked.get(agent) ?? begin(agent), [agent]);
  useEffect(() => {
    pending.users += 1;
    return () => {
      pending.users -= 1;
      if (pending.users === 0) end(agent, pending);
    };
  }, [agent, pending]);
  return useCell(pending.list);
}

/** @param {string} agent @returns {Pending} */
function begin(agent) {
  const list = cell(/** @type {Nudge[]} */ ([]));
  const load = async () => void (list.value = await read(agent));
  const again = rereader(load);
  const stop = follow({
    load,
    take: (event) => event.agent_name === agent && event.type.startsWith("nudge_") && again.soon(),
  });
  const pending = { list, users: 0, stop: () => (stop(), again.stop()) };
  looked.set(agent, pending);
  return pending;
}

/** @param {string} agent @param {Pending} pending */
function end(agent, pending) {
  pending.stop();
  if (looked.get(agent) === pending) looked.delete(agent);
}

/** @param {string} agent @returns {Promise<Nudge[]>} */
async function read(agent) {
  try {
    return (await call("GET", `/api/agents/${encodeURIComponent(agent)}/nudges?state=pending`)).nudges;
  } catch (refusal) {
    // An agent that is gone is told nothing.
    if (refusal instanceof Refusal && refusal.status >= 400 && refusal.status < 500) return [];
    throw refusal;
  }
}
