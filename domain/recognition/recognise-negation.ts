import { contentOf, type Speech, stemsLike } from "./heard-words.ts";
import { enoughOf, recogniseTerm } from "./recognise-wording.ts";
import type { SpokenToken } from "./spoken-numbers.ts";
import type { UnitRecognition } from "./unit-recognition.ts";
import { stemOf } from "./word-forms.ts";

const stemsOf = (words: string): ReadonlySet<string> => new Set(words.split(" ").map(stemOf));

const negations = stemsOf("not no never nobody none nothing neither nor nowhere without unable non");

const lexicalGroups = [
  stemsOf("afraid scared scare frightened fear fearful terrified worried nervous"),
  stemsOf("hardly barely rarely seldom scarcely"),
  stemsOf("refuse reject decline deny"),
];

/** Words that may convey a negation in a paraphrase. */
const possibleNegations = new Set([
  ...lexicalGroups.flatMap((group) => [...group]),
  ...stemsOf("fail lack stop quit avoid miss forget impossible difficult difficulty hard struggle trouble problem"),
  ...stemsOf("unless except instead exempt free ban forbid prohibit prevent cancel few little unlikely"),
]);

/** Maximum distance, in words, of a negation from the content word that it negates. */
const near = { before: 6, after: 4 };
/**
 * If a possible negation is at most this many words from a content word, the outcome is "unsure" instead of "not-heard".
 * The distance is longer for a unit with one content word, because that word may also occur in another sentence.
 */
const clearWords = { one: 25, several: 12 };
const canBefore = 4;

type UnitNegation = { marks: ReadonlySet<string>; content: readonly SpokenToken[] };

/** `marks` are the stems that convey the negation. */
function negationOf(unit: readonly SpokenToken[]): UnitNegation | null {
  const has = (group: ReadonlySet<string>) => unit.some(({ stem }) => group.has(stem));
  const group = has(negations) ? undefined : lexicalGroups.find(has);
  if (!group && !has(negations)) return null;
  const marks = new Set([...negations, ...(group ?? [])]);
  return { marks, content: contentOf(unit).filter(({ stem }) => !marks.has(stem)) };
}

const positionsOf = (tokens: readonly SpokenToken[], isFound: (token: SpokenToken) => boolean) =>
  tokens.flatMap((token, at) => (isFound(token) ? [at] : []));

/** For a unit without content words, such as "Not yet". */
function recogniseBare(marks: ReadonlySet<string>, tokens: readonly SpokenToken[]): UnitRecognition {
  if (tokens.some(({ stem }) => marks.has(stem))) return "heard";
  return tokens.some(({ stem }) => possibleNegations.has(stem)) ? "unsure" : "not-heard";
}

/** Recognisers may write "can" for a spoken "can't". */
function mayBeCannot(
  unit: readonly SpokenToken[],
  tokens: readonly SpokenToken[],
  content: readonly number[],
): boolean {
  const isCan = ({ text }: SpokenToken) => text === "can" || text === "could";
  const isCannot = unit.some((token, at) => isCan(token) && unit[at + 1]?.text === "not");
  return isCannot && content.some((at) => tokens.slice(Math.max(0, at - canBefore), at).some(isCan));
}

function placesOf(expected: SpokenToken, speech: Speech): number[] {
  const stems = stemsLike(expected, speech);
  return positionsOf(speech.tokens, ({ stem }) => stems.has(stem));
}

export function recogniseNegation(unit: readonly SpokenToken[], speech: Speech): UnitRecognition {
  const { tokens } = speech;
  const negation = negationOf(unit);
  if (!negation) return recogniseTerm(unit, speech) === "heard" ? "heard" : "unsure";
  const { marks, content } = negation;
  if (content.length === 0) return recogniseBare(marks, tokens);
  const places = content.map((expected) => placesOf(expected, speech));
  const said = places.filter((found) => found.length > 0).length;
  const positions = places.flat();
  const negated = positionsOf(tokens, ({ stem }) => marks.has(stem));
  const isNear = (at: number) => negated.some((mark) => mark >= at - near.before && mark <= at + near.after);
  if (said >= content.length / 2 && positions.some(isNear)) return "heard";
  const clear = content.length === 1 ? clearWords.one : clearWords.several;
  const doubtful = [
    ...negated,
    ...positionsOf(
      tokens,
      (token) => possibleNegations.has(token.stem) && !content.some(({ stem }) => stem === token.stem),
    ),
  ];
  const isDoubtful = positions.some((at) => doubtful.some((mark) => Math.abs(mark - at) <= clear));
  if (said < enoughOf(content.length) || isDoubtful || mayBeCannot(unit, tokens, positions)) return "unsure";
  return "not-heard";
}
