import { writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";

/** Sets the flags of the specification. Nothing reads them: the cached profile says which language was chosen. */
export function noteLanguageSelected(): void {
  writeStored(stored.languageSelectedHere, "true");
  writeStored(stored.languageSelected, "true");
}
