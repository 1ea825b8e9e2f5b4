import { bestLikeness, contentOf, type Speech } from "./heard-words.ts";
import type { SpokenToken } from "./spoken-numbers.ts";
import type { UnitRecognition } from "./unit-recognition.ts";
import { stemOf } from "./word-forms.ts";

/** @param words number of a unit's content words */
export function enoughOf(words: number): number {
  return words <= 2 ? words : words <= 4 ? words - 1 : Math.ceil(0.6 * words);
}

/** For example, "kitchen" and "hand" in "kitchenhand". */
function wordsInCompounds(content: readonly SpokenToken[], { stems }: Speech): Set<SpokenToken> {
  const pairs = content.slice(1).map((second, at) => [content[at] ?? second, second] as const);
  return new Set(pairs.filter(([first, second]) => stems.has(stemOf(first.text + second.text))).flat());
}

/** The content words of the term may be in any order. */
export function recogniseTerm(unit: readonly SpokenToken[], speech: Speech): UnitRecognition {
  const content = contentOf(unit);
  if (content.length === 0) return "unsure";
  const compounds = wordsInCompounds(content, speech);
  const likenesses = content.map((token) => (compounds.has(token) ? "same" : bestLikeness(token, speech)));
  const heard = likenesses.filter((likeness) => likeness === "same").length;
  if (heard >= enoughOf(content.length)) return "heard";
  return likenesses.every((likeness) => likeness === "different") ? "not-heard" : "unsure";
}

/** Never returns "not-heard", because a paraphrase may convey a key idea. */
export function recogniseKeyIdea(unit: readonly SpokenToken[], speech: Speech): UnitRecognition {
  return recogniseTerm(unit, speech) === "heard" ? "heard" : "unsure";
}
