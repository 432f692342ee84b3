// What was asked and answered before in the same project: above the field of a question that is answered in words, and
// in a fold of the others.
import { call, withQuery } from "../core/api.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { moved } from "../core/items.js";
import { unmasked } from "../core/text.js";
import { Age } from "../core/time.js";
import { words } from "../core/words.js";

/** @typedef {{at: string, agent_name: string, message: string, reply: string | null}} Exchange */

/** @param {{project: string, open: boolean}} props open: at once, and not there at all if there is nothing */
export function Earlier({ project, open }) {
  const [wanted, want] = useState(open);
  const [exchanges, found] = useState(/** @type {Exchange[] | null} */ (null));
  useEffect(() => {
    if (!wanted) return;
    read(project).then((some) => {
      moved();
      found(some);
    });
  }, [wanted]);
  if (open && !exchanges?.length) return null;
  return html`<details class="earlier" open=${open} onToggle=${() => want(true)}>
    <summary class="quiet">${words.earlier}</summary>
    ${exchanges?.length === 0 && html`<p class="quiet">${words.nothing_earlier}</p>`}
    ${Boolean(exchanges?.length) && html`<${Exchanges} exchanges=${exchanges} />`}
  </details>`;
}

/** @param {string} project @returns {Promise<Exchange[]>} */
async function read(project) {
  return call("GET", withQuery("/api/history", { project })).then((said) => said.exchanges, () => []);
}

/** Oldest first, scrolled to the newest.
 * @param {{exchanges: Exchange[]}} props */
function Exchanges({ exchanges }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), []);
  return html`<ol class="history" tabindex="0" aria-label=${words.earlier} ref=${list}>
    ${exchanges.map(({ at, agent_name, message, reply }, place) => html`<li key=${place}>
      <p><b>${unmasked(agent_name)}</b> <${Age} at=${at} /></p>
      <p class="kept">${unmasked(message)}</p>
      ${reply && html`<p class="kept reply"><b>${words.you}</b> ${unmasked(reply)}</p>`}
    </li>`)}
  </ol>`;
}
