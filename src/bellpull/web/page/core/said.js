// What a screen reader says without being asked, once.
/** @param {string} text */
export function announce(text) {
  const place = /** @type {HTMLElement} */ (document.getElementById("said"));
  if (place.textContent !== text) place.textContent = text;
}
