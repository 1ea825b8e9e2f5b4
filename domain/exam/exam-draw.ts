import type { LanguageName } from "../content/language.ts";
import type { TopicId } from "../content/scenario.ts";
import type { Exam } from "./exams.ts";

export type DrawCandidate = {
  language: LanguageName;
  scenarioId: string;
  topic: TopicId;
  title: string;
  version?: string | undefined;
  /** Number of words in all originals. */
  words?: number | undefined;
  /** The learner's last practice of the dialogue, or last start of an exam with it, in ms since 1970. */
  lastHeardAt: number | null;
};

export type DrawResult<C extends DrawCandidate = DrawCandidate> =
  | {
      kind: "drawn";
      dialogues: C[];
      ofExamLength: boolean;
      ofDifferentTopics: boolean;
    }
  | { kind: "too-few"; there: number; needed: number };

/** Returns a mulberry32 generator of numbers from 0 to below 1. */
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

/** Returns each dialogue once, in an order that does not depend on the order of the candidates. */
function shuffle<C extends DrawCandidate>(candidates: readonly C[], seed: number): C[] {
  const byName = new Map(candidates.map((candidate) => [keyOf(candidate), candidate]));
  const random = createRandom(seed);
  return [...byName]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, candidate]) => ({ candidate, lot: random() }))
    .toSorted((one, other) => one.lot - other.lot)
    .map(({ candidate }) => candidate);
}

const heardAt = ({ lastHeardAt }: DrawCandidate) => lastHeardAt ?? Number.MIN_SAFE_INTEGER;

function firstOfEachTopic<C extends DrawCandidate>(candidates: readonly C[]): C[] {
  const topics = new Set<TopicId>();
  return candidates.filter(({ topic }) => !topics.has(topic) && topics.add(topic));
}

/**
 * Prefers different topics if the exam requires them, then dialogues of the exam's length, then those never heard or
 * heard longest ago. The same seed and candidates give the same draw.
 * @param seed an integer from 0 to 2³² − 1
 */
export function drawDialogues<C extends DrawCandidate>(
  exam: Exam,
  candidates: readonly C[],
  seed: number,
): DrawResult<C> {
  const { count, ofDifferentTopics } = exam.dialogues.value;
  const { least, most } = exam.words.value;
  const fits = ({ words }: DrawCandidate) => words !== undefined && words >= least && words <= most;
  // The sort is stable, so candidates with equal times keep their random order.
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
