import { createSpeech, isWordingHeard, type Speech } from "./heard-words.ts";
import { recogniseDate } from "./recognise-date.ts";
import { recogniseName } from "./recognise-name.ts";
import { recogniseNegation } from "./recognise-negation.ts";
import { recogniseNumber } from "./recognise-number.ts";
import { recogniseKeyIdea, recogniseTerm } from "./recognise-wording.ts";
import type { SpokenToken } from "./spoken-numbers.ts";
import { readSpokenText } from "./spoken-text.ts";
import type { ExpectedUnit, UnitRecognition } from "./unit-recognition.ts";

export type { ExpectedUnit, UnitRecognition } from "./unit-recognition.ts";

type Recogniser = (unit: readonly SpokenToken[], speech: Speech) => UnitRecognition;

const recognisers: Readonly<Record<ExpectedUnit["kind"], Recogniser>> = {
  number: recogniseNumber,
  date: recogniseDate,
  name: recogniseName,
  negation: recogniseNegation,
  term: recogniseTerm,
  "key-idea": recogniseKeyIdea,
};

/** A transcript of fewer words probably means that the recogniser failed. */
const minWords = 3;

export function recogniseUnits(transcript: string, expected: readonly ExpectedUnit[]): readonly UnitRecognition[] {
  const speech = createSpeech(transcript);
  const units = expected.map(({ kind, text, accepted = [] }) => ({
    kind,
    unit: readSpokenText(text),
    accepted: accepted.map((wording) => readSpokenText(wording).tokens),
  }));
  const needed = units.reduce((sum, { unit }) => sum + unit.wordCount, 0);
  if (speech.wordCount === 0 || (speech.wordCount < minWords && needed >= minWords)) return units.map(() => "unsure");
  return units.map(({ kind, unit: { tokens }, accepted }) =>
    [tokens, ...accepted].some((wording) => isWordingHeard(wording, speech))
      ? "heard"
      : recognisers[kind](tokens, speech),
  );
}
