// How many urgent notifications nobody has seen yet: for the badge, whatever the list is filtered by.
import { call } from "../core/api.js";
import { cell } from "../core/cell.js";
import { follow } from "../core/live.js";

/** @typedef {import("../types").HubEvent} HubEvent */

const MOST = 100;
const URGENT = `/api/notifications?status=pending&priority=urgent&asked=no&limit=${MOST}`;

/** How many pending notifications are urgent. */
export const alarming = cell(0);
/** @type {Map<string, [string, string]>} by their ids: whose they are and when they were told */
const urgent = new Map();

export function followAlarms() {
  const stop = follow({ load, take });
  return () => {
    stop();
    urgent.clear();
    alarming.value = 0;
  };
}

async function load() {
  const found = (await call("GET", URGENT)).notifications;
  urgent.clear();
  for (const one of found) urgent.set(one.id, [one.agent_name, one.created_at]);
  alarming.value = urgent.size;
}

/** @param {HubEvent} event */
function take(event) {
  if (event.type === "agent_notification") {
    if (event.priority === "urgent" && event.notification_type !== "question") {
      urgent.set(event.notification_id, [event.agent_name, event.timestamp]);
    }
  } else if (event.type === "notification_acknowledged" || event.type === "notification_dismissed") {
    urgent.delete(event.notification_id);
  } else if (event.type === "notifications_cleared") {
    for (const [id, [agent, told]] of urgent) if (agent === event.agent_name && told <= event.at) urgent.delete(id);
  }
  alarming.value = urgent.size;
}
