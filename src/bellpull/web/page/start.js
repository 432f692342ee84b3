// What has to happen before anything is drawn, so this is not a module, which would come late: the theme that was chosen in
// this browser, and a way out if one of the modules does not arrive, because the hub went down while the page was loading.
(() => {
  const theme = localStorage.getItem("bellpull.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

  const PLACE = "bellpull.tries";
  const MOST_TRIES = 5;
  const tries = Number(sessionStorage.getItem(PLACE)) || 0;

  /** Once the hub answers the page is loaded again; not for ever, for then it is not the hub. */
  async function again() {
    const there = await fetch("/health").then((answer) => answer.ok, () => false);
    if (there) {
      sessionStorage.setItem(PLACE, String(tries + 1));
      location.reload();
    } else {
      setTimeout(again, 1_000);
    }
  }

  // The module itself is told of, whichever of those that it needs was missing.
  addEventListener("error", (event) => {
    if (!(event.target instanceof HTMLScriptElement)) return;
    const away = document.getElementById("away");
    if (away) away.hidden = false;
    if (tries < MOST_TRIES) again();
  }, true);
  // It is all there.
  addEventListener("bellpull-started", () => sessionStorage.removeItem(PLACE));
})();
