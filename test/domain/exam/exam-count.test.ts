import { describe, expect, test } from "vitest";
import { countDisjointExams, type TopicCounts } from "../../../domain/exam/exam-count.ts";
import { type Exam, exams } from "../../../domain/exam/exams.ts";

const ccl = exams["naati-ccl"];
const ofThree: Exam = { ...ccl, dialogues: { ...ccl.dialogues, value: { count: 3, ofDifferentTopics: true } } };
const ofAnyTopics: Exam = { ...ccl, dialogues: { ...ccl.dialogues, value: { count: 2, ofDifferentTopics: false } } };

const ofLength = (...counts: number[]): TopicCounts[] =>
  counts.map((dialogues) => ({ dialogues, of_exam_length: dialogues }));

describe("countDisjointExams", () => {
  test.each([
    ["no dialogue", 0, ccl, []],
    ["one dialogue", 0, ccl, [1]],
    ["two topics of one dialogue each", 1, ccl, [1, 1]],
    ["three topics of one dialogue each", 1, ccl, [1, 1, 1]],
    ["one topic of two dialogues and two topics of one dialogue", 2, ccl, [2, 1, 1]],
    ["topics of 5, 1 and 1 dialogues", 2, ccl, [5, 1, 1]],
    ["six topics of two dialogues each", 6, ccl, [2, 2, 2, 2, 2, 2]],
    ["topics of 2, 2 and 2 dialogues, for exams of three topics,", 2, ofThree, [2, 2, 2]],
    ["topics of 4, 4 and 1 dialogues, for exams of three topics,", 1, ofThree, [4, 4, 1]],
    ["topics of 5 and 1 dialogues, for exams that may repeat a topic,", 3, ofAnyTopics, [5, 1]],
  ])("with %s returns %i", (_, expected, exam, counts) => {
    expect(countDisjointExams(exam, ofLength(...counts))).toBe(expected);
  });
});

describe("the dialogues that countDisjointExams counts", () => {
  test("are only those of the exam's length if they are enough for an exam", () => {
    const topics = [...ofLength(1, 1), { dialogues: 9, of_exam_length: 0 }, { dialogues: 9, of_exam_length: 0 }];
    expect(countDisjointExams(ccl, topics)).toBe(1);
  });

  test("are those of any length if too few have the exam's length", () => {
    const topics = [...ofLength(1), { dialogues: 2, of_exam_length: 0 }, { dialogues: 3, of_exam_length: 0 }];
    expect(countDisjointExams(ccl, topics)).toBe(3);
  });

  test("may share a topic if there is only one topic", () => {
    expect(countDisjointExams(ccl, [{ dialogues: 4, of_exam_length: 0 }])).toBe(2);
    expect(countDisjointExams(ccl, [{ dialogues: 4, of_exam_length: 2 }])).toBe(1);
  });
});
