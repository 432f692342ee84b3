// The last answers that were given in the same project folder, of all agents that one sees: above the field of a
// question that is answered in words, and in a fold of the others.
import { call, withQuery } from "../core/api.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { moved } from "../core/items.js";
import { follow } from "../core/live.js";
import { lastPart, unmasked } from "../core/text.js";
import { Age } from "../core/time.js";
import { fill, words } from "../core/words.js";

/** @typedef {{at: string, agent_name: string, message: string, reply: string | null}} Exchange */

/** So far back is looked for answers among what nobody answered. */
const MOST = 50;

/** What is being read, by its folder: cards that come together read it together.
 * @type {Map<string, Promise<Exchange[]>>} */
const readings = new Map();

/** The next card shows the newest answer, too. Gives the way to stop. */
export function followHistory() {
  const forget = () => readings.clear();
  const stop = follow({
    load: async () => forget(),
    take: (event) => event.type === "question_settled" && forget(),
  });
  return () => (stop(), forget());
}

/** Not there if there is nothing to show.
 * @param {{project: string, open: boolean}} props open: it stands open at once */
export function Earlier({ project, open }) {
  const [answered, found] = useState(/** @type {Exchange[]} */ ([]));
  const [wanted, want] = useState(open);
  useEffect(() => {
    answersIn(project).then((some) => {
      if (!some.length) return;
      moved();
      found(some);
    });
  }, [project]);
  if (!answered.length) return null;
  const title = fill(words.earlier, { folder: unmasked(lastPart(project) || project) });
  return html`<details class="earlier" open=${open} onToggle=${() => want(true)}>
    <summary class="quiet">${title}</summary>
    ${wanted && html`<${Exchanges} title=${title} exchanges=${answered} />`}
  </details>`;
}

/** @param {string} project @returns {Promise<Exchange[]>} */
function answersIn(project) {
  const underWay = readings.get(project);
  if (underWay) return underWay;
  const reading = read(project).catch(() => []).finally(() => {
    if (readings.get(project) === reading) readings.delete(project);
  });
  readings.set(project, reading);
  return reading;
}

/** As many as the hub usually gives, however many of the last ones were closed without an answer.
 * @param {string} project */
async function read(project) {
  const last = await exchanges({ project });
  const answered = last.filter(isAnswered);
  if (answered.length === last.length) return answered;
  const further = await exchanges({ project, limit: Math.max(MOST, last.length) });
  return further.filter(isAnswered).slice(-last.length);
}

/** @param {Record<string, string | number>} query @returns {Promise<Exchange[]>} */
const exchanges = async (query) => (await call("GET", withQuery("/api/history", query))).exchanges;

/** @param {Exchange} exchange */
const isAnswered = ({ reply }) => Boolean(reply);

/** Oldest first, scrolled to the newest.
 * @param {{title: string, exchanges: Exchange[]}} props */
function Exchanges({ title, exchanges }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), []);
  return html`<ol class="history" tabindex="0" aria-label=${title} ref=${list}>
    ${exchanges.map(({ at, agent_name, message, reply }, place) => html`<li key=${place}>
      <p><b>${unmasked(agent_name)}</b> <${Age} at=${at} /></p>
      <p class="kept">${unmasked(message)}</p>
      <p class="kept reply"><b>${words.you}</b> ${unmasked(reply)}</p>
    </li>`)}
  </ol>`;
}
