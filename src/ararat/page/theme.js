// Runs before the first paint, so that nobody sees a white flash at night, or another background. store.js writes what is read here.
try {
  const theme = JSON.parse(localStorage.getItem("ararat") ?? "{}").theme;
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.page = /^\/[tr]\//.test(location.pathname) ? "table" : "lobby";
} catch {
  document.documentElement.dataset.theme = "light";
}
