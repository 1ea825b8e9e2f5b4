import { describe, expect, it } from "vitest";
import type { ExamsHere } from "../../../../web/src/features/exam/facts/internal/exam-store.ts";
import {
  underWayElsewhere,
  withExamsHere,
  withMarkingsHere,
} from "../../../../web/src/features/exam/facts/merge-here.ts";
import { mockStanding } from "../../../../web/src/features/exam/mock-standing.ts";
import { aMock, aNote, answered, aRunningMock, attemptId, markingId, otherId } from "../mocks.ts";

const mine = { userId: "asha", attemptId };
const nothing: ExamsHere = { attempts: [], markings: [], removedMarkings: [] };
const nothingRead = () => undefined;
const created_at = "2026-11-22T11:00:00.000Z";
const summary = { marking_id: markingId, created_at, marker: "", lost: [1, 0], marked: 1 };

const factsHere = (facts = aMock(), sentRevision = 0): ExamsHere => ({
  attempts: [{ ...mine, kind: "facts", facts, sentRevision }],
  markings: [],
  removedMarkings: [],
});
const changesHere = (...numbers: number[]): ExamsHere => ({
  attempts: [],
  markings: [{ ...mine, marking_id: markingId, created_at, changes: numbers.map((number) => aNote(number)) }],
  removedMarkings: [],
});

describe("the mocks that are known", () => {
  it("are the server's where nothing else is here", () => {
    const [known] = withExamsHere([answered(aMock())], nothing, "asha", nothingRead);
    expect(known).toEqual({ ...answered(aMock()), standing: { kind: "sent" }, isRunningHere: false });
  });

  it("have those that only this browser knows", () => {
    const known = withExamsHere([], factsHere(), "asha", nothingRead);
    expect(known).toEqual([{ ...answered(aMock()), standing: { kind: "waiting" }, isRunningHere: false }]);
  });

  it("have the newer facts of two", () => {
    const server = answered(aMock({ revision: 5 }), { markings: [summary] });
    const [newer] = withExamsHere([server], factsHere(aMock({ revision: 6, seed: 9 })), "asha", nothingRead);
    expect(newer).toMatchObject({ revision: 6, seed: 9, markings: [summary] });
    const [same] = withExamsHere([server], factsHere(aMock({ revision: 4, seed: 9 })), "asha", nothingRead);
    expect(same).toMatchObject({ revision: 5, seed: 7 });
  });

  it("lack those that are to be deleted", () => {
    const here: ExamsHere = { ...nothing, attempts: [{ ...mine, kind: "removed" }] };
    const known = withExamsHere(
      [answered(aMock()), answered(aMock(), { attempt_id: otherId })],
      here,
      "asha",
      nothingRead,
    );
    expect(known.map(({ attempt_id }) => attempt_id)).toEqual([otherId]);
  });

  it("have one at most that is under way in another browser", () => {
    const here = factsHere(aRunningMock(2), 2);
    const elsewhere = (...others: readonly ReturnType<typeof answered>[]) =>
      underWayElsewhere(withExamsHere([answered(aRunningMock(2)), ...others], here, "asha", nothingRead))?.attempt_id;
    expect(elsewhere()).toBeUndefined();
    expect(elsewhere(answered(aMock(), { attempt_id: otherId }))).toBeUndefined();
    expect(elsewhere(answered(aRunningMock(), { attempt_id: otherId }))).toBe(otherId);
  });

  it("say which is under way in this browser, though the server knows all of it", () => {
    const running = answered(aRunningMock(2));
    const elsewhere = { ...running, attempt_id: otherId };
    const known = withExamsHere([running, elsewhere], factsHere(aRunningMock(2), 2), "asha", nothingRead);
    expect(known.map((each) => [each.attempt_id, each.isRunningHere, each.standing.kind])).toEqual([
      [attemptId, true, "sent"],
      [otherId, false, "sent"],
    ]);
  });

  it("come with the newest first", () => {
    const older = answered(aMock({ started_at: "2026-10-01T10:00:00.000Z" }), { attempt_id: otherId });
    const known = withExamsHere([older, answered(aMock())], nothing, "asha", nothingRead);
    expect(known.map(({ attempt_id }) => attempt_id)).toEqual([attemptId, otherId]);
  });

  it("sum up a marking anew with the changes that wait", () => {
    const read = () => [{ marking_id: markingId, created_at, changes: [aNote(1)] }];
    const [known] = withExamsHere([answered(aMock(), { markings: [summary] })], changesHere(2, 3), "asha", read);
    expect(known?.markings).toEqual([{ ...summary, lost: [3, 0], marked: 0 }]);
    expect(known?.standing).toEqual({ kind: "waiting" });
  });

  it("have no marking that is deleted here or on another device", () => {
    const [here, elsewhere] = [summary, { ...summary, marking_id: otherId }];
    const removed: ExamsHere = { ...nothing, removedMarkings: [{ ...mine, marking_id: markingId, removed: true }] };
    const server = answered(aMock(), { markings: [here, elsewhere], deleted_markings: [otherId] });
    const listed = { marking_id: markingId, created_at, changes: [] };
    for (const read of [nothingRead, () => [listed]]) {
      const [known] = withExamsHere([server], removed, "asha", read);
      expect(known).toMatchObject({ markings: [], standing: { kind: "waiting" } });
      expect(known?.deleted_markings).toEqual([otherId, markingId]);
    }
    expect(withMarkingsHere([listed], removed, attemptId)).toEqual([]);
    expect(withMarkingsHere([listed], removed, otherId)).toHaveLength(1);
  });

  it("say what the server refused, be it but of a marking", () => {
    const [marking] = changesHere(1).markings;
    const here: ExamsHere = { ...nothing, markings: marking ? [{ ...marking, refused: "too_many_markings" }] : [] };
    const [known] = withExamsHere([answered(aMock())], here, "asha", nothingRead);
    expect(known?.standing).toEqual({ kind: "refused", failure: "too_many_markings" });
  });

  it("have what a full marking left out, and say so", () => {
    const [marking] = changesHere(1).markings;
    const here: ExamsHere = { ...nothing, markings: marking ? [{ ...marking, leftOut: [aNote(2)] }] : [] };
    const standing = { kind: "left-out", changes: [aNote(2)] };
    const read = () => [{ marking_id: markingId, created_at, changes: [aNote(3)] }];
    expect(withExamsHere([answered(aMock())], here, "asha", read)[0]).toMatchObject({
      standing,
      markings: [{ lost: [3, 0] }],
    });
    expect(withMarkingsHere([], here, attemptId)).toMatchObject([{ standing, changes: [aNote(1), aNote(2)] }]);
  });
});

describe("the markings of a mock", () => {
  const later = { marking_id: otherId, created_at: "2026-11-23T11:00:00.000Z", changes: [] };

  it("have the changes of both, and those begun here, the first begun first", () => {
    const markings = withMarkingsHere([later], changesHere(1), attemptId);
    expect(markings.map(({ marking_id, standing }) => [marking_id, standing.kind])).toEqual([
      [markingId, "waiting"],
      [otherId, "sent"],
    ]);
    const server = { marking_id: markingId, created_at, changes: [aNote(1)] };
    const [merged] = withMarkingsHere([server], changesHere(2), attemptId);
    expect(merged?.changes).toEqual([aNote(1), aNote(2)]);
  });

  it("have none of another mock", () => {
    expect(withMarkingsHere([], changesHere(1), otherId)).toEqual([]);
  });
});

describe("where a mock stands", () => {
  const known = (markings: (typeof summary)[], facts = aMock()) => {
    const [attempt] = withExamsHere([answered(facts, { markings })], nothing, "asha", nothingRead);
    if (!attempt) throw new Error("There is one");
    return mockStanding(attempt);
  };
  const whole = { ...summary, marked: 4 };
  const unheard = aMock({ dialogues: aMock().dialogues.map((each) => ({ ...each, segments: [null, null] })) });

  it("is unmarked until a marking has every segment that was heard", () => {
    expect(known([])).toEqual({ kind: "unmarked", marked: 0, heard: 4 });
    expect(
      known([
        { ...summary, marked: 1 },
        { ...summary, marked: 3 },
      ]),
    ).toEqual({ kind: "unmarked", marked: 3, heard: 4 });
  });

  // A pass takes 63 of 90, and at least 29 of 45 in each dialogue.
  it.each([
    [[0, 0], 90, true],
    [[16, 11], 63, true],
    [[16, 11.5], 62.5, false],
    [[16.5, 0], 73.5, false],
    [[50, 0], 45, false],
  ])("having lost %j: %s marks, a pass: %s", (lost, marks, passed) => {
    expect(known([{ ...whole, lost }])).toMatchObject({ kind: "marked", outcome: { marks, of: 90, passed } });
  });

  it("goes by the learner's own complete marking, though another's was started earlier", () => {
    const markings = [
      { ...whole, marker: "Maya", lost: [2, 2] },
      { ...whole, lost: [9, 9] },
    ];
    expect(known(markings)).toMatchObject({ kind: "marked", outcome: { marks: 72 } });
  });

  it("goes by the first whole marking of several", () => {
    const markings = [
      { ...summary, marked: 2 },
      { ...whole, lost: [2, 2] },
      { ...whole, lost: [9, 9] },
    ];
    expect(known(markings)).toMatchObject({ kind: "marked", outcome: { marks: 86 }, markings: 3 });
  });

  it("is no pass where a segment was not heard", () => {
    const [first, second] = aMock().dialogues;
    if (!first || !second) throw new Error("There are two");
    const facts = aMock({ outcome: "ended", dialogues: [first, { ...second, segments: [null, null] }] });
    expect(known([{ ...whole, marked: 2, lost: [0, 0] }], facts)).toMatchObject({ outcome: { passed: false } });
  });

  it("is told of what cannot be marked", () => {
    expect(known([], unheard)).toEqual({ kind: "empty" });
    expect(known([], aMock({ exam: "of-tomorrow" }))).toEqual({ kind: "unknown-exam" });
    expect(known([], aRunningMock())).toEqual({ kind: "running", here: false });
  });
});
