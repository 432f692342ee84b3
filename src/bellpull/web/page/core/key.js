// This browser's key: made for it by signing in, kept in the storage of this origin, sent only as a header or as a
// message, never in an address. Other tabs of this browser share it.
const PLACE = "bellpull.key";

export const key = {
  get: () => localStorage.getItem(PLACE),
  /** @param {string} token */
  keep: (token) => localStorage.setItem(PLACE, token),
  forget: () => localStorage.removeItem(PLACE),
  /** Another tab signed in or out.
   * @param {() => void} listener */
  onChange(listener) {
    addEventListener("storage", (event) => {
      if (event.key === PLACE || event.key === null) listener();
    });
  },
};
