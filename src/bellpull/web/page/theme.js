// The theme that was chosen in this browser, set before anything is drawn: so this is not a module, which would come late.
(() => {
  const theme = localStorage.getItem("bellpull.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
