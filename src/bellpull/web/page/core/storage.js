// What this browser keeps for the page. Where it keeps nothing (a full disk, a browser that was told not to), things last
// as long as the page is open.

/** What could not be kept, or everything. @type {Map<string, string | null>} */
const here = new Map();

export const storage = {
  /** @param {string} place @returns {string | null} */
  get(place) {
    if (here.has(place)) return here.get(place) ?? null;
    try {
      return localStorage.getItem(place);
    } catch {
      return null;
    }
  },

  /** @param {string} place @param {string} text */
  set(place, text) {
    try {
      localStorage.setItem(place, text);
      here.delete(place);
    } catch {
      here.set(place, text);
    }
  },

  /** @param {string} place */
  remove(place) {
    here.delete(place);
    try {
      localStorage.removeItem(place);
    } catch {
      here.set(place, null);
    }
  },

  /** All places that begin so. @param {string} start */
  places(start) {
    let kept = [...here.keys()];
    try {
      kept = [...kept, ...Object.keys(localStorage)];
    } catch {
      // There are only those that are here.
    }
    return [...new Set(kept)].filter((place) => place.startsWith(start));
  },

  /** Tells when another tab changed this place, and what stands there now.
   * @param {string} place @param {(now: string | null) => void} listener */
  onChange(place, listener) {
    addEventListener("storage", (event) => {
      if (event.key !== place && event.key !== null) return;
      here.delete(place);
      listener(event.newValue);
    });
  },
};
