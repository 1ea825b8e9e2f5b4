/** Says something above the page, without the app; what was said before makes room. */
function say(text: string): void {
  const said = document.querySelector(".page-trouble");
  const element = said ?? document.createElement("p");
  element.className = "page-trouble";
  element.setAttribute("role", "alert");
  element.textContent = text;
  if (!said) document.getElementById("root")?.before(element);
}

/** Says that there is no network, and goes on once it is back. */
export function goOnWhenOnline(goOn: () => void): void {
  say("You are offline. This goes on by itself when the network is back.");
  window.addEventListener("online", goOn, { once: true });
}

/** Says that the app's own files could not be loaded, and loads the page anew as soon as that may help. */
export function tellStartFailure(): void {
  const loadAnew = () => window.location.reload();
  goOnWhenOnline(loadAnew);
  if (navigator.onLine) say("Parlance could not be loaded. Check your connection, and load this page again.");
}
