// This browser's key: made for it by signing in, kept in the storage of this origin, sent only as a header or as a
// message, never in an address. Other tabs of this browser share it.
import { storage } from "./storage.js";

const PLACE = "bellpull.key";

export const key = {
  get: () => storage.get(PLACE),
  /** @param {string} token */
  keep: (token) => storage.set(PLACE, token),
  forget: () => storage.remove(PLACE),
  /** Another tab signed in or out.
   * @param {() => void} listener */
  onChange: (listener) => storage.onChange(PLACE, listener),
};
