import type { LanguageName } from "../../../../domain/content/language.ts";
import type { Segment } from "../../../../domain/content/pack.ts";

/** `language` is the dialogue's language besides English. `fetchedAt` is in ms since 1970. */
export type OpenedScenario = {
  title: string;
  folder: string;
  language: LanguageName;
  segments: readonly Segment[];
  fetchedAt: number;
};
