const key = "language_selected";

/** Notes that the learner has picked a language, for whoever reads it before the profile is there. */
export function noteLanguageSelected(): void {
  sessionStorage.setItem(key, "true");
  localStorage.setItem(key, "true");
}

/** Whether the learner has picked a language, in this tab or another. */
export function isLanguageSelected(): boolean {
  return (sessionStorage.getItem(key) ?? localStorage.getItem(key)) === "true";
}

/** Forgets it, so that it does not stand for the next learner in this browser. */
export function forgetLanguageSelected(): void {
  sessionStorage.removeItem(key);
  localStorage.removeItem(key);
}
