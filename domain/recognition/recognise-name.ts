import { bestLikeness, type Speech } from "./heard-words.ts";
import { recogniseTerm } from "./recognise-wording.ts";
import type { SpokenToken } from "./spoken-numbers.ts";
import type { UnitRecognition } from "./unit-recognition.ts";
import { isFunctionWord } from "./word-forms.ts";
import { type Likeness, nameLikeness, soundKey } from "./word-likeness.ts";

/** Words that many names contain, so they hardly identify a name. */
const commonWords = new Set(
  `road street avenue lane drive highway station park hospital clinic school college university court centre bank city
  north south east west northern southern eastern western new department office service card act industry festival test
  group association council australia`.split(/\s+/),
);

function likenessIn(word: SpokenToken, speech: Speech): Likeness {
  const likeness = bestLikeness(word, speech);
  if (word.number || likeness === "same") return likeness;
  const name = { text: word.text, sound: soundKey(word.text) };
  const found = new Set(speech.joined.map((words) => nameLikeness(name, words)));
  if (found.has("same")) return "same";
  return found.has("similar") ? "similar" : "different";
}

/** Tolerates spellings that a recogniser may choose for a name. */
export function recogniseName(unit: readonly SpokenToken[], speech: Speech): UnitRecognition {
  const words = unit.filter(({ text, isCapitalised }) => isCapitalised && !isFunctionWord(text));
  if (words.length === 0) return recogniseTerm(unit, speech);
  const likenesses = words.map((word) => ({ word, likeness: likenessIn(word, speech) }));
  if (likenesses.every(({ likeness }) => likeness === "same")) return "heard";
  const own = likenesses.filter(({ word }) => !commonWords.has(word.text));
  const telling = own.length > 0 ? own : likenesses;
  return telling.every(({ likeness }) => likeness === "different") ? "not-heard" : "unsure";
}
