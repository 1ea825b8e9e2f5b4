import type { Exam } from "./exams.ts";

/** The number of dialogues in a topic, and of those that are as long as the exam's. */
export type TopicCounts = { dialogues: number; of_exam_length: number };

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The most exams that share no dialogue, given the number of dialogues in each topic. */
function countExamsSharingNoDialogue(
  topics: readonly number[],
  { count, ofDifferentTopics }: Exam["dialogues"]["value"],
): number {
  let exams = Math.floor(sumOf(topics) / count);
  if (!ofDifferentTopics) return exams;
  // An exam takes one dialogue of a topic, so so many exams use at most as many of it.
  while (sumOf(topics.map((dialogues) => Math.min(dialogues, exams))) < exams * count) exams -= 1;
  return exams;
}

/**
 * Returns the number of mock exams in a language that share no dialogue. Counts the dialogues from which exams are drawn:
 * those of the exam's length and of different topics, if there are enough for one exam (see `draw`).
 */
export function countDisjointExams({ dialogues: { value } }: Exam, topics: readonly TopicCounts[]): number {
  const ofLength = topics.map(({ of_exam_length }) => of_exam_length);
  const all = topics.map(({ dialogues }) => dialogues);
  const anyTopics = { ...value, ofDifferentTopics: false };
  const ways = [
    countExamsSharingNoDialogue(ofLength, value),
    countExamsSharingNoDialogue(all, value),
    countExamsSharingNoDialogue(ofLength, anyTopics),
    countExamsSharingNoDialogue(all, anyTopics),
  ];
  return ways.find((exams) => exams > 0) ?? 0;
}
