// What agents and people wrote, made fit to be shown. It goes to the page as text, never as markup.

/** Characters that turn the order of letters around would let an agent write a button that reads like another one.
 * @param {string | null | undefined} text */
export function unmasked(text) {
  return (text ?? "").replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The last part of a folder's path.
 * @param {string | null | undefined} path */
export function lastPart(path) {
  return path?.split(/[\\/]/).filter(Boolean).at(-1) ?? "";
}
