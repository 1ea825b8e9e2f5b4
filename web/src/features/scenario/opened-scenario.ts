import type { LanguageName } from "../../../../domain/content/language.ts";
import type { Segment } from "../../../../domain/content/pack.ts";

/**
 * A scenario ready to be practised. `folder` is where its recordings stand; `language` is the one beside English;
 * `fetchedAt` is when its segments came from the content, in ms since 1970.
 */
export type OpenedScenario = {
  title: string;
  folder: string;
  language: LanguageName;
  segments: readonly Segment[];
  fetchedAt: number;
};
