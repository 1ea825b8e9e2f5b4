import { describe, expect, test } from "vitest";
import { countDisjointExams, type TopicCounts } from "../../../domain/exam/exam-count.ts";
import { type Exam, exams } from "../../../domain/exam/exams.ts";

const ccl = exams["naati-ccl"];
const ofThree: Exam = { ...ccl, dialogues: { ...ccl.dialogues, value: { count: 3, ofDifferentTopics: true } } };
const ofAnyTopics: Exam = { ...ccl, dialogues: { ...ccl.dialogues, value: { count: 2, ofDifferentTopics: false } } };

/** Topics with these numbers of dialogues, all of the exam's length. */
const ofLength = (...counts: number[]): TopicCounts[] =>
  counts.map((dialogues) => ({ dialogues, of_exam_length: dialogues }));

describe("the number of exams that share no dialogue", () => {
  test.each([
    ["no dialogue", ccl, [], 0],
    ["one dialogue", ccl, [1], 0],
    ["two topics", ccl, [1, 1], 1],
    ["an odd dialogue out", ccl, [1, 1, 1], 1],
    ["a topic that pairs with two others", ccl, [2, 1, 1], 2],
    ["a topic larger than all others together", ccl, [5, 1, 1], 2],
    ["many topics", ccl, [2, 2, 2, 2, 2, 2], 6],
    ["three dialogues an exam", ofThree, [2, 2, 2], 2],
    ["three dialogues an exam, of too few topics for two", ofThree, [4, 4, 1], 1],
    ["any topics", ofAnyTopics, [5, 1], 3],
  ])("%s", (_, exam, counts, expected) => {
    expect(countDisjointExams(exam, ofLength(...counts))).toBe(expected);
  });
});

describe("the dialogues of the exam supply", () => {
  test("are only those of the exam's length if they make an exam", () => {
    const topics = [...ofLength(1, 1), { dialogues: 9, of_exam_length: 0 }, { dialogues: 9, of_exam_length: 0 }];
    expect(countDisjointExams(ccl, topics)).toBe(1);
  });

  test("are those of any length if too few have the exam's length", () => {
    const topics = [...ofLength(1), { dialogues: 2, of_exam_length: 0 }, { dialogues: 3, of_exam_length: 0 }];
    expect(countDisjointExams(ccl, topics)).toBe(3);
  });

  test("are those of one topic if there is no other", () => {
    expect(countDisjointExams(ccl, [{ dialogues: 4, of_exam_length: 0 }])).toBe(2);
    expect(countDisjointExams(ccl, [{ dialogues: 4, of_exam_length: 2 }])).toBe(1);
  });
});
