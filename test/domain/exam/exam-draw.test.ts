import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { topicIds } from "../../../domain/content/scenario.ts";
import { type DrawCandidate, drawDialogues } from "../../../domain/exam/exam-draw.ts";
import { type Exam, exams } from "../../../domain/exam/exams.ts";
import { aDifferentExam } from "./test-exams.ts";

const ccl: Exam = exams["naati-ccl"];

const aCandidate = (scenarioId: string, fields: Partial<DrawCandidate> = {}): DrawCandidate => ({
  ...{ language: "nepali", scenarioId, topic: "employment", title: scenarioId, words: 300, lastHeardAt: null },
  ...fields,
});
const health = { topic: "health" } as const;

const idsOf = (exam: Exam, candidates: readonly DrawCandidate[], seed = 1) => {
  const drawn = drawDialogues(exam, candidates, seed);
  return drawn.kind === "drawn" ? drawn.dialogues.map(({ scenarioId }) => scenarioId).toSorted() : drawn;
};

describe("the draw of dialogues for NAATI CCL", () => {
  test("returns dialogues of different topics and of the exam's length if possible", () => {
    const candidates = [
      aCandidate("emp-1"),
      aCandidate("emp-2"),
      aCandidate("health-1", health),
      aCandidate("legal-1", { topic: "legal", words: 269 }),
      aCandidate("legal-2", { topic: "legal", words: 331 }),
      aCandidate("legal-3", { topic: "legal", words: undefined }),
    ];
    for (let seed = 0; seed < 50; seed += 1) {
      const drawn = drawDialogues(ccl, candidates, seed);
      expect(drawn).toMatchObject({ kind: "drawn", ofExamLength: true, ofDifferentTopics: true });
      expect(idsOf(ccl, candidates, seed)).toContain("health-1");
    }
  });

  test("accepts 270 and 330 words as the exam's length", () => {
    const candidates = [aCandidate("emp-1", { words: 270 }), aCandidate("health-1", { ...health, words: 330 })];
    expect(drawDialogues(ccl, candidates, 3)).toMatchObject({ ofExamLength: true });
  });

  test("prefers dialogues that were never heard, then those heard longest ago", () => {
    const heard = [
      aCandidate("emp-1", { lastHeardAt: 2_000 }),
      aCandidate("emp-2", { lastHeardAt: 1_000 }),
      aCandidate("health-1", { ...health, lastHeardAt: 4_000 }),
      aCandidate("health-2", { ...health, lastHeardAt: 3_000 }),
    ];
    for (let seed = 0; seed < 20; seed += 1) {
      expect(idsOf(ccl, heard, seed)).toEqual(["emp-2", "health-2"]);
      expect(idsOf(ccl, [...heard, aCandidate("health-3", health)], seed)).toEqual(["emp-2", "health-3"]);
      const longAgo = [...heard, aCandidate("emp-3", { lastHeardAt: 0 })];
      expect(idsOf(ccl, longAgo, seed)).toEqual(["emp-3", "health-2"]);
      expect(idsOf(ccl, [...longAgo, aCandidate("emp-4")], seed)).toEqual(["emp-4", "health-2"]);
    }
  });

  test("drops the rule on length before the rule on different topics", () => {
    const short = { words: 120 };
    const ofOneTopic = [aCandidate("emp-1"), aCandidate("emp-2")];
    expect(drawDialogues(ccl, [...ofOneTopic, aCandidate("health-1", { ...health, ...short })], 1)).toMatchObject({
      ...{ kind: "drawn", ofExamLength: false, ofDifferentTopics: true },
    });
    expect(drawDialogues(ccl, [...ofOneTopic, aCandidate("emp-3", short)], 1)).toMatchObject({
      ...{ kind: "drawn", ofExamLength: true, ofDifferentTopics: false },
    });
    expect(drawDialogues(ccl, [aCandidate("emp-1", short), aCandidate("emp-2")], 1)).toMatchObject({
      ...{ kind: "drawn", ofExamLength: false, ofDifferentTopics: false },
    });
  });

  test("picks dialogues by the numbers that mulberry32 generates from the seed", () => {
    // The generator in the form of its author's C code, with unsigned 32-bit numbers:
    // https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
    const lots = (seed: number, count: number) => {
      const mask = 0xffff_ffffn;
      let x = BigInt(seed);
      return Array.from({ length: count }, () => {
        x = (x + 0x6d2b79f5n) & mask;
        let z = ((x ^ (x >> 15n)) * (x | 1n)) & mask;
        z ^= (z + (((z ^ (z >> 7n)) * (z | 61n)) & mask)) & mask;
        return z ^ (z >> 14n);
      });
    };
    const candidates = topicIds.slice(0, 12).map((topic, nth) => aCandidate(`a-${10 + nth}`, { topic }));
    for (let seed = 0; seed < 40; seed += 1) {
      const drawn = lots(seed, candidates.length).map((lot, nth) => ({ lot, id: `a-${10 + nth}` }));
      const first = drawn.toSorted((one, other) => (one.lot < other.lot ? -1 : 1)).slice(0, 2);
      expect(idsOf(ccl, candidates, seed)).toEqual(first.map(({ id }) => id).toSorted());
    }
  });

  test("fails with fewer than two different dialogues", () => {
    expect(drawDialogues(ccl, [], 1)).toEqual({ kind: "too-few", there: 0, needed: 2 });
    expect(drawDialogues(ccl, [aCandidate("emp-1"), aCandidate("emp-1")], 1)).toEqual({
      kind: "too-few",
      there: 1,
      needed: 2,
    });
    // Dialogues of different languages may have the same id.
    const languages = [aCandidate("emp-1"), aCandidate("emp-1", { language: "hindi" })];
    expect(drawDialogues(ccl, languages, 1)).toMatchObject({ kind: "drawn" });
  });
});

test("drawDialogues follows the rules of an exam other than NAATI CCL", () => {
  const candidates = [aCandidate("emp-1", { words: 300 }), aCandidate("emp-2", { words: 150, lastHeardAt: 9 })];
  expect(idsOf(aDifferentExam, candidates)).toEqual(["emp-2"]);
  expect(idsOf(aDifferentExam, [])).toEqual({ kind: "too-few", there: 0, needed: 1 });
});

describe("a draw", () => {
  const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const candidates = fc.uniqueArray(
    fc.record({
      language: fc.constant("nepali" as const),
      scenarioId: fc.integer({ min: 1, max: 99 }).map((nth) => `emp-${nth}`),
      topic: fc.constantFrom(...topicIds),
      title: fc.constant("A title"),
      words: fc.constantFrom(undefined, 100, 269, 270, 300, 330, 331),
      lastHeardAt: fc.constantFrom(null, null, 1, 2, 3),
    }),
    { selector: ({ scenarioId }) => scenarioId, maxLength: 20 },
  );
  const exam = fc.constantFrom(ccl, aDifferentExam);

  test("does not depend on the order of the dialogues", () => {
    fc.assert(
      fc.property(exam, candidates, seed, fc.infiniteStream(fc.integer()), (of, dialogues, nth, order) => {
        const mixed = dialogues
          .map((dialogue) => ({ dialogue, place: order.next().value ?? 0 }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ dialogue }) => dialogue);
        expect(drawDialogues(of, mixed, nth)).toEqual(drawDialogues(of, dialogues, nth));
      }),
    );
  });

  test("has distinct dialogues and reports which rules they meet", () => {
    fc.assert(
      fc.property(exam, candidates, seed, (of, dialogues, nth) => {
        const drawn = drawDialogues(of, dialogues, nth);
        const { count } = of.dialogues.value;
        if (drawn.kind === "too-few") {
          expect(dialogues.length).toBeLessThan(count);
          return;
        }
        expect(new Set(drawn.dialogues).size).toBe(count);
        expect(dialogues).toEqual(expect.arrayContaining(drawn.dialogues));
        const { least, most } = of.words.value;
        const fits = ({ words = 0 }: { words?: number | undefined }) => words >= least && words <= most;
        const topics = (some: typeof dialogues) => new Set(some.map(({ topic }) => topic)).size;
        expect(drawn.ofExamLength).toBe(drawn.dialogues.every(fits));
        expect(drawn.ofDifferentTopics).toBe(topics(drawn.dialogues as typeof dialogues) === count);
        const fitting = dialogues.filter(fits);
        const wanted = of.dialogues.value.ofDifferentTopics ? topics : (some: typeof dialogues) => some.length;
        if (wanted(fitting) >= count) expect(drawn.ofExamLength).toBe(true);
        if (of.dialogues.value.ofDifferentTopics && topics(dialogues) >= count) {
          expect(drawn.ofDifferentTopics).toBe(true);
        }
      }),
    );
  });

  test("can select each of the dialogues, depending on the seed", () => {
    const many = Array.from({ length: 10 }, (_, nth) =>
      aCandidate(`emp-${nth}`, nth % 2 ? { topic: "health" } : { topic: "legal" }),
    );
    const drawn = new Set<string>();
    for (let nth = 0; nth < 200; nth += 1) {
      const ids = idsOf(ccl, many, nth);
      if (Array.isArray(ids)) for (const id of ids) drawn.add(id);
    }
    expect(drawn.size).toBe(10);
  });
});
