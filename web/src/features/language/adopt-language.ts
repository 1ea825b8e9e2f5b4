import { forgetGrants } from "../content/content.ts";
import { noteLanguageSelected } from "./language-selected.ts";

/** Has everything that follows from the learner's language follow the one that was just stored. */
export function adoptLanguage(): void {
  noteLanguageSelected();
  // They were given for the former language; lists and titles are cached by language and need no more.
  forgetGrants();
}
