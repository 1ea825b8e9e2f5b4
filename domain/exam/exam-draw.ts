import type { LanguageName } from "../content/language.ts";
import type { TopicId } from "../content/scenario.ts";
import type { Exam } from "./exams.ts";

/** A dialogue that a mock may be drawn from. */
export type DrawCandidate = {
  language: LanguageName;
  scenarioId: string;
  topic: TopicId;
  title: string;
  version?: string | undefined;
  /** In what is heard; not there where its pack does not count them. */
  words?: number | undefined;
  /** When the learner heard it last, in ms since 1970; null if never. */
  lastHeardAt: number | null;
};

export type DrawResult<C extends DrawCandidate = DrawCandidate> =
  | {
      kind: "drawn";
      dialogues: C[];
      /** Whether all are as long as the exam's. */
      ofExamLength: boolean;
      /** Whether no two are of the same topic. */
      ofDifferentTopics: boolean;
    }
  /** How many dialogues there are, and how many the exam takes. */
  | { kind: "too-few"; there: number; needed: number };

/** Numbers from 0 up to but not 1, the same ones for the same seed: the generator that is known as mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const keyOf = ({ language, scenarioId }: DrawCandidate) => `${language}#${scenarioId}`;

/** Each dialogue once, in an order that the seed alone decides, whichever order they came in. */
function shuffle<C extends DrawCandidate>(candidates: readonly C[], seed: number): C[] {
  const byName = new Map(candidates.map((candidate) => [keyOf(candidate), candidate]));
  const random = createRandom(seed);
  return [...byName]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, candidate]) => ({ candidate, lot: random() }))
    .toSorted((one, other) => one.lot - other.lot)
    .map(({ candidate }) => candidate);
}

/** What was never heard comes before everything that was. */
const heardAt = ({ lastHeardAt }: DrawCandidate) => lastHeardAt ?? Number.MIN_SAFE_INTEGER;

function firstOfEachTopic<C extends DrawCandidate>(candidates: readonly C[]): C[] {
  const topics = new Set<TopicId>();
  return candidates.filter(({ topic }) => !topics.has(topic) && topics.add(topic));
}

/**
 * Draws the dialogues of a mock: those that were never heard before those that were heard longest ago, and by lot among
 * equals. They are of different topics where the exam asks for that, and as long as the exam's, as far as there are enough;
 * the length is given up before the topics are. The same seed draws the same from the same candidates.
 * @param seed a whole number from 0 up to 2³² − 1
 */
export function drawDialogues<C extends DrawCandidate>(
  exam: Exam,
  candidates: readonly C[],
  seed: number,
): DrawResult<C> {
  const { count, ofDifferentTopics } = exam.dialogues.value;
  const { least, most } = exam.words.value;
  const fits = ({ words }: DrawCandidate) => words !== undefined && words >= least && words <= most;
  // Sorting is stable: what the lot decided stays among equals.
  const inOrder = shuffle(candidates, seed).sort((one, other) => heardAt(one) - heardAt(other));
  if (inOrder.length < count) return { kind: "too-few", there: inOrder.length, needed: count };
  const ofLength = inOrder.filter(fits);
  const ways = ofDifferentTopics
    ? [firstOfEachTopic(ofLength), firstOfEachTopic(inOrder), ofLength, inOrder]
    : [ofLength, inOrder];
  const dialogues = (ways.find((way) => way.length >= count) ?? inOrder).slice(0, count);
  return {
    kind: "drawn",
    dialogues,
    ofExamLength: dialogues.every(fits),
    ofDifferentTopics: new Set(dialogues.map(({ topic }) => topic)).size === count,
  };
}
