import { describe, expect, it } from "vitest";
import { attemptStatus } from "../../../../web/src/features/exam/attempt-status.ts";
import type { LocalExams } from "../../../../web/src/features/exam/attempts/internal/exam-store.ts";
import {
  findRunningElsewhere,
  mergeLocalExams,
  mergeLocalMarkings,
} from "../../../../web/src/features/exam/attempts/merge-local-exams.ts";
import {
  aNote,
  attemptFacts,
  attemptFromServer,
  attemptId,
  markingId,
  otherAttemptId,
  runningAttemptFacts,
} from "../attempts.ts";

const mine = { userId: "asha", attemptId };
const nothing: LocalExams = { attempts: [], markings: [], removedMarkings: [] };
const nothingRead = () => undefined;
const created_at = "2026-11-22T11:00:00.000Z";
const summary = { marking_id: markingId, created_at, marker: "", lost: [1, 0], marked: 1 };

const factsHere = (facts = attemptFacts(), sentRevision = 0): LocalExams => ({
  attempts: [{ ...mine, kind: "facts", facts, sentRevision }],
  markings: [],
  removedMarkings: [],
});
const changesHere = (...numbers: number[]): LocalExams => ({
  attempts: [],
  markings: [{ ...mine, marking_id: markingId, created_at, changes: numbers.map((number) => aNote(number)) }],
  removedMarkings: [],
});

describe("the known exam attempts", () => {
  it("are those of the server if this browser stores none", () => {
    const [known] = mergeLocalExams([attemptFromServer(attemptFacts())], nothing, "asha", nothingRead);
    expect(known).toEqual({
      ...attemptFromServer(attemptFacts()),
      syncStatus: { kind: "sent" },
      isRunningInThisBrowser: false,
    });
  });

  it("include attempts that only this browser has", () => {
    const known = mergeLocalExams([], factsHere(), "asha", nothingRead);
    expect(known).toEqual([
      { ...attemptFromServer(attemptFacts()), syncStatus: { kind: "waiting" }, isRunningInThisBrowser: false },
    ]);
  });

  it("have the newer of the server's and the browser's revision", () => {
    const server = attemptFromServer(attemptFacts({ revision: 5 }), { markings: [summary] });
    const [newer] = mergeLocalExams([server], factsHere(attemptFacts({ revision: 6, seed: 9 })), "asha", nothingRead);
    expect(newer).toMatchObject({ revision: 6, seed: 9, markings: [summary] });
    const [same] = mergeLocalExams([server], factsHere(attemptFacts({ revision: 4, seed: 9 })), "asha", nothingRead);
    expect(same).toMatchObject({ revision: 5, seed: 7 });
  });

  it("leave out attempts that were deleted in this browser", () => {
    const here: LocalExams = { ...nothing, attempts: [{ ...mine, kind: "removed" }] };
    const known = mergeLocalExams(
      [attemptFromServer(attemptFacts()), attemptFromServer(attemptFacts(), { attempt_id: otherAttemptId })],
      here,
      "asha",
      nothingRead,
    );
    expect(known.map(({ attempt_id }) => attempt_id)).toEqual([otherAttemptId]);
  });

  it("identify the attempt that runs in another browser", () => {
    const here = factsHere(runningAttemptFacts(2), 2);
    const elsewhere = (...others: readonly ReturnType<typeof attemptFromServer>[]) =>
      findRunningElsewhere(
        mergeLocalExams([attemptFromServer(runningAttemptFacts(2)), ...others], here, "asha", nothingRead),
      )?.attempt_id;
    expect(elsewhere()).toBeUndefined();
    expect(elsewhere(attemptFromServer(attemptFacts(), { attempt_id: otherAttemptId }))).toBeUndefined();
    expect(elsewhere(attemptFromServer(runningAttemptFacts(), { attempt_id: otherAttemptId }))).toBe(otherAttemptId);
  });

  it("identify the attempt that runs in this browser, even after it was sent", () => {
    const running = attemptFromServer(runningAttemptFacts(2));
    const elsewhere = { ...running, attempt_id: otherAttemptId };
    const known = mergeLocalExams([running, elsewhere], factsHere(runningAttemptFacts(2), 2), "asha", nothingRead);
    expect(known.map((each) => [each.attempt_id, each.isRunningInThisBrowser, each.syncStatus.kind])).toEqual([
      [attemptId, true, "sent"],
      [otherAttemptId, false, "sent"],
    ]);
  });

  it("are ordered from newest to oldest", () => {
    const older = attemptFromServer(attemptFacts({ started_at: "2026-10-01T10:00:00.000Z" }), {
      attempt_id: otherAttemptId,
    });
    const known = mergeLocalExams([older, attemptFromServer(attemptFacts())], nothing, "asha", nothingRead);
    expect(known.map(({ attempt_id }) => attempt_id)).toEqual([attemptId, otherAttemptId]);
  });

  it("include unsent changes in the summary of a marking", () => {
    const read = () => [{ marking_id: markingId, created_at, changes: [aNote(1)] }];
    const [known] = mergeLocalExams(
      [attemptFromServer(attemptFacts(), { markings: [summary] })],
      changesHere(2, 3),
      "asha",
      read,
    );
    expect(known?.markings).toEqual([{ ...summary, lost: [3, 0], marked: 0 }]);
    expect(known?.syncStatus).toEqual({ kind: "waiting" });
  });

  it("keep the server's summary of a marking until its changes are fetched", () => {
    const server = attemptFromServer(attemptFacts(), { markings: [summary] });
    const [known] = mergeLocalExams([server], changesHere(2), "asha", nothingRead);
    expect(known).toMatchObject({ markings: [summary], syncStatus: { kind: "waiting" } });
  });

  it("leave out a marking that was deleted in this browser or on another device", () => {
    const [here, elsewhere] = [summary, { ...summary, marking_id: otherAttemptId }];
    const removed: LocalExams = { ...nothing, removedMarkings: [{ ...mine, marking_id: markingId, removed: true }] };
    const server = attemptFromServer(attemptFacts(), {
      markings: [here, elsewhere],
      deleted_markings: [otherAttemptId],
    });
    const listed = { marking_id: markingId, created_at, changes: [] };
    for (const read of [nothingRead, () => [listed]]) {
      const [known] = mergeLocalExams([server], removed, "asha", read);
      expect(known).toMatchObject({ markings: [], syncStatus: { kind: "waiting" } });
      expect(known?.deleted_markings).toEqual([otherAttemptId, markingId]);
    }
    expect(mergeLocalMarkings([listed], removed, attemptId)).toEqual([]);
    expect(mergeLocalMarkings([listed], removed, otherAttemptId)).toHaveLength(1);
  });

  it("have the status “refused” if the server refused the changes of a marking", () => {
    const [marking] = changesHere(1).markings;
    const here: LocalExams = { ...nothing, markings: marking ? [{ ...marking, refused: "too_many_markings" }] : [] };
    const [known] = mergeLocalExams([attemptFromServer(attemptFacts())], here, "asha", nothingRead);
    expect(known?.syncStatus).toEqual({ kind: "refused", failure: "too_many_markings" });
  });

  it("include changes that the server did not store because the marking is full", () => {
    const [marking] = changesHere(1).markings;
    const here: LocalExams = { ...nothing, markings: marking ? [{ ...marking, leftOut: [aNote(2)] }] : [] };
    const syncStatus = { kind: "left-out", changes: [aNote(2)] };
    const read = () => [{ marking_id: markingId, created_at, changes: [aNote(3)] }];
    expect(mergeLocalExams([attemptFromServer(attemptFacts())], here, "asha", read)[0]).toMatchObject({
      syncStatus,
      markings: [{ lost: [3, 0] }],
    });
    expect(mergeLocalMarkings([], here, attemptId)).toMatchObject([{ syncStatus, changes: [aNote(1), aNote(2)] }]);
  });
});

describe("the markings of an exam attempt", () => {
  const later = { marking_id: otherAttemptId, created_at: "2026-11-23T11:00:00.000Z", changes: [] };

  it("contain the changes of server and browser, and are listed from oldest to newest", () => {
    const markings = mergeLocalMarkings([later], changesHere(1), attemptId);
    expect(markings.map(({ marking_id, syncStatus }) => [marking_id, syncStatus.kind])).toEqual([
      [markingId, "waiting"],
      [otherAttemptId, "sent"],
    ]);
    const server = { marking_id: markingId, created_at, changes: [aNote(1)] };
    const [merged] = mergeLocalMarkings([server], changesHere(2), attemptId);
    expect(merged?.changes).toEqual([aNote(1), aNote(2)]);
  });

  it("leave out the markings of another exam attempt", () => {
    expect(mergeLocalMarkings([], changesHere(1), otherAttemptId)).toEqual([]);
  });
});

describe("the status of an exam attempt", () => {
  const known = (markings: (typeof summary)[], facts = attemptFacts()) => {
    const [attempt] = mergeLocalExams([attemptFromServer(facts, { markings })], nothing, "asha", nothingRead);
    if (!attempt) throw new Error("There is one");
    return attemptStatus(attempt);
  };
  const whole = { ...summary, marked: 4 };
  const unheard = attemptFacts({
    dialogues: attemptFacts().dialogues.map((each) => ({ ...each, segments: [null, null] })),
  });

  it("is “unmarked” while no marking covers every heard segment", () => {
    expect(known([])).toEqual({ kind: "unmarked", marked: 0, heard: 4 });
    expect(
      known([
        { ...summary, marked: 1 },
        { ...summary, marked: 3 },
      ]),
    ).toEqual({ kind: "unmarked", marked: 3, heard: 4 });
  });

  // A pass requires 63 of 90 marks, and at least 29 of 45 in each dialogue.
  it.each([
    [[0, 0], 90, true],
    [[16, 11], 63, true],
    [[16, 11.5], 62.5, false],
    [[16.5, 0], 73.5, false],
    [[50, 0], 45, false],
  ])("with the deductions %j has %s marks and passed: %s", (lost, marks, passed) => {
    expect(known([{ ...whole, lost }])).toMatchObject({ kind: "marked", outcome: { marks, of: 90, passed } });
  });

  it("uses the learner's own complete marking, even if another person's is listed first", () => {
    const markings = [
      { ...whole, marker: "Maya", lost: [2, 2] },
      { ...whole, lost: [9, 9] },
    ];
    expect(known(markings)).toMatchObject({ kind: "marked", outcome: { marks: 72 } });
  });

  it("uses the first of the learner's own complete markings", () => {
    const markings = [
      { ...summary, marked: 2 },
      { ...whole, lost: [2, 2] },
      { ...whole, lost: [9, 9] },
    ];
    expect(known(markings)).toMatchObject({ kind: "marked", outcome: { marks: 86 }, markings: 3 });
  });

  it("is not a pass if one dialogue was not heard", () => {
    const [first, second] = attemptFacts().dialogues;
    if (!first || !second) throw new Error("There are two");
    const facts = attemptFacts({ outcome: "ended", dialogues: [first, { ...second, segments: [null, null] }] });
    expect(known([{ ...whole, marked: 2, lost: [0, 0] }], facts)).toMatchObject({ outcome: { passed: false } });
  });

  it("has a separate kind if the attempt is empty or running, or if its exam is unknown", () => {
    expect(known([], unheard)).toEqual({ kind: "empty" });
    expect(known([], attemptFacts({ exam: "of-tomorrow" }))).toEqual({ kind: "unknown-exam" });
    expect(known([], runningAttemptFacts())).toEqual({ kind: "running", here: false });
  });
});
