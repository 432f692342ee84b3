// A sign-in ends after twelve hours unless it is renewed: when half of that is over, and when somebody comes back to the
// tab. Keys have no end.
import { call } from "./api.js";
import { hubNow } from "./clock.js";
import { key } from "./key.js";

const LASTS_MS = 12 * 3_600_000;
/** Not more often: shortly before its very end a sign-in cannot be made longer. */
const BETWEEN_MS = 15 * 60_000;
const RETRY_MS = 60_000;

/** @param {string} ends when the sign-in ends @param {(ends: string) => void} onRenewed @returns {() => void} to stop */
export function keepSignedIn(ends, onRenewed) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let stopped = false;
  let renewedAt = Date.parse(ends) - LASTS_MS;

  /** @param {number} wait */
  const later = (wait) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(renew, wait);
  };
  /** @param {string} until @param {number} least */
  const atHalf = (until, least) => later(Math.max(least, Date.parse(until) - hubNow() - LASTS_MS / 2));

  async function renew() {
    clearTimeout(timer);
    renewedAt = hubNow();
    try {
      const { token, expires_at } = await call("POST", "/api/login/renew");
      if (stopped) return;
      key.renewed(token);
      onRenewed(expires_at);
      atHalf(expires_at, BETWEEN_MS);
    } catch (refusal) {
      // A sign-in that was refused is over: whoever follows the refusals of the key says so.
      if (/** @type {import("./api.js").Refusal} */ (refusal).status !== 401) later(RETRY_MS);
    }
  }

  const back = () => document.hidden || hubNow() - renewedAt < BETWEEN_MS || void renew();
  atHalf(ends, 0);
  document.addEventListener("visibilitychange", back);
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", back);
  };
}
