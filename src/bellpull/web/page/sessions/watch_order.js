// In which order sessions are shown: who waits for a person first, in the order of open questions; then who perhaps does,
// who works, who idles. Sub-agents stay with their root. While one types nothing moves, and nobody leaves with one's words.

/** @typedef {import("../types").Session} Session */
/** @typedef {import("../types").Wait} Wait */
/** An entry: a session with its sub-agents, or an agent of which questions are known and no session.
 * @typedef {{key: string, agent: string, session: Session | null, below: Session[], waits: Wait[]}} Entry */

/** @param {import("../types").Watch} watch @returns {Entry[]} */
export function entriesOf(watch) {
  /** @type {Entry[]} */
  const entries = [];
  for (const session of watch.sessions) {
    const root = session.parent && entries.find((one) => one.key === session.parent);
    if (root) root.below.push(session);
    else entries.push({ key: session.id, agent: session.agent_name, session, below: [], waits: session.waits });
  }
  for (const wait of watch.questions) {
    const key = `agent ${wait.agent_name}`;
    const known = entries.find((one) => one.key === key);
    if (known) known.waits = [...known.waits, wait];
    else entries.push({ key, agent: wait.agent_name, session: null, below: [], waits: [wait] });
  }
  return entries.sort((one, other) => rank(one) - rank(other) || sooner(one, other));
}

/** 0: it waits for a person; 1: perhaps; 2: it works; 3: it idles.
 * @param {Entry} entry */
export function rank({ session, waits }) {
  if (!session || session.state === "waiting") return 0;
  if (waits.length) return 1;
  return session.busy ? 2 : 3;
}

/** @param {Entry} one @param {Entry} other */
function sooner(one, other) {
  return one.waits.length && other.waits.length ? first(one) - first(other) : 0;
}

/** @param {Entry} entry */
const first = ({ waits }) => Math.min(...waits.map((wait) => wait.rank));

/** The same entries in the order of before; new ones come last.
 * @param {Entry[]} entries @param {Entry[]} before */
export function inOrderOf(entries, before) {
  const places = new Map(before.map((one, place) => [one.key, place]));
  const place = (/** @type {Entry} */ one) => places.get(one.key) ?? Infinity;
  return entries.toSorted((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)));
}

/** With those of before that are gone and must stay, as ended.
 * @param {Entry[]} entries @param {Entry[]} before @param {(entry: Entry) => boolean} mustStay */
export function withHeld(entries, before, mustStay) {
  const there = new Set(entries.map((one) => one.key));
  const held = before.filter((one) => !there.has(one.key) && mustStay(one)).map(ended);
  return held.length ? [...entries, ...held] : entries;
}

/** @param {Entry} entry @returns {Entry} */
function ended(entry) {
  if (!entry.session) return { ...entry, waits: [] };
  const session = { ...entry.session, state: /** @type {const} */ ("ended"), busy: false, waits: [], tools: [] };
  return { ...entry, session, below: [], waits: [] };
}

/** Is every one of them a guess?
 * @param {Wait[]} waits */
export const isGuess = (waits) => waits.length > 0 && waits.every((wait) => wait.confidence === "guess");
