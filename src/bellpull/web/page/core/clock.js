// The hub's time. What it tells of has happened by its clock, and this machine's may be wrong by minutes.
const TOLERATED_MS = 2_000;
let ahead = 0;

/** An answer of the hub came, with the time (to the second) at which it was given.
 * @param {string | null} date */
export function heardAt(date) {
  const theirs = Date.parse(date ?? "");
  if (Number.isNaN(theirs)) return;
  const difference = Date.now() - theirs;
  ahead = Math.abs(difference) > TOLERATED_MS ? difference : 0;
}

export const hubNow = () => Date.now() - ahead;
