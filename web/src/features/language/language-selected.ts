import { readStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";

/** Notes that the learner has picked a language, for whoever reads it before the profile is there. */
export function noteLanguageSelected(): void {
  writeStored(stored.languageSelectedHere, "true");
  writeStored(stored.languageSelected, "true");
}

/** Whether the learner has picked a language, in this tab or another. */
export function isLanguageSelected(): boolean {
  return (readStored(stored.languageSelectedHere) ?? readStored(stored.languageSelected)) === "true";
}
