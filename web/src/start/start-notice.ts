import { type LoadFailure, reloadWhenAvailable } from "../reload.ts";

function showNotice(text: string): void {
  const existing = document.querySelector(".page-trouble");
  const element = existing ?? document.createElement("p");
  element.className = "page-trouble";
  element.setAttribute("role", "alert");
  element.textContent = text;
  if (!existing) document.getElementById("root")?.before(element);
}

export function runWhenOnline(action: () => void): void {
  showNotice("You are offline. Connect to the internet to open the next page.");
  const onOnline = () => {
    // The browser may restore this document when the visitor goes back.
    document.querySelector(".page-trouble")?.remove();
    action();
  };
  window.addEventListener("online", onOnline, { once: true });
}

const failureTexts: Record<LoadFailure, string> = {
  offline: "You are offline. Reload this page when you are back online.",
  unreachable: "Parlance cannot be reached. Check your connection and reload this page.",
  "new-version": "There is a new version of Parlance. Reload this page.",
  broken: "Parlance could not start. Reload this page.",
};

export function showStartFailure(): void {
  reloadWhenAvailable((trouble) => showNotice(failureTexts[trouble]));
}
