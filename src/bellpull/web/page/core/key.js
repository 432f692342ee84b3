// What this browser shows the hub to say who is here. Over https that is a cookie, which the browser sends by itself and
// which no script can read: the page holds nothing. On plain http there is no such cookie, and on this machine's own names
// a cookie would go to every server that an agent starts here, of whatever port: there a secret is kept in the storage of
// this origin and sent as a header or as a message, never in an address. Only this module knows which.
import { storage } from "./storage.js";

const PLACE = "bellpull.key";
/** Other tabs are told here that somebody signed in or out, and why. Nothing stays there. */
const TOLD = "bellpull.told";
const SIGNED_IN = "in";
const THIS_MACHINE = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;
const byCookie = location.protocol.startsWith("https") && !THIS_MACHINE.test(location.hostname);

/** The secret; or, where there is a cookie, a number that only tells one sign-in from the next. null: there is none.
 * @typedef {string | number | null} Held */

let turn = 1;
/** Until the hub says otherwise there may be a cookie. */
let maybe = true;

// One that an earlier version of this page kept.
if (byCookie) storage.remove(PLACE);

/** What is to be sent of it. @param {Held} held @returns {string | null} */
export const secretOf = (held) => (typeof held === "string" ? held : null);

/** @param {string} what */
function tell(what) {
  storage.set(TOLD, `${what} ${Math.random()}`);
  storage.remove(TOLD);
}

export const key = {
  /** What a sign-in asks the hub for. */
  wanted: { cookie: byCookie },

  /** @returns {Held} */
  get() {
    if (byCookie) return maybe ? turn : null;
    return storage.get(PLACE);
  },

  /** Somebody signed in. @param {string | null} token null: it is in the cookie */
  keep(token) {
    this.renewed(token);
    turn += 1;
    maybe = true;
    tell(SIGNED_IN);
  },

  /** The same sign-in goes on. @param {string | null} token */
  renewed(token) {
    if (token) storage.set(PLACE, token);
  },

  /** @param {string} why a word for it, for the other tabs */
  forget(why) {
    maybe = false;
    // First why, then that it is gone: that is the order in which others hear of it.
    tell(why);
    storage.remove(PLACE);
  },

  /** Another tab signed in (null) or out, or what was kept is gone.
   * @param {(why: string | null) => void} listener */
  onChange(listener) {
    storage.onChange(TOLD, (told) => {
      if (!told) return;
      const [why] = told.split(" ");
      turn += 1;
      maybe = why === SIGNED_IN;
      listener(maybe ? null : why);
    });
    storage.onChange(PLACE, () => byCookie || this.get() !== null || listener("signed_out"));
  },
};
