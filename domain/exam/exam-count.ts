import type { Exam } from "./exams.ts";

export type TopicCounts = { dialogues: number; of_exam_length: number };

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** `topics` holds the number of dialogues of each topic. */
function countExamsSharingNoDialogue(
  topics: readonly number[],
  { count, ofDifferentTopics }: Exam["dialogues"]["value"],
): number {
  let exams = Math.floor(sumOf(topics) / count);
  if (!ofDifferentTopics) return exams;
  // An exam uses at most one dialogue of a topic, so n exams use at most n dialogues of the topic.
  while (sumOf(topics.map((dialogues) => Math.min(dialogues, exams))) < exams * count) exams -= 1;
  return exams;
}

/** The preferences are those of `drawDialogues`, in the same order. */
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
