import { expect, it } from "vitest";
import { examCardView } from "../../../web/src/features/exam/attempt-status.ts";
import { type KnownAttempt, mergeLocalExams } from "../../../web/src/features/exam/attempts/merge-local-exams.ts";
import { openExamsOf } from "../../../web/src/features/exam/open-exams.ts";
import { attemptFacts, attemptFromServer, runningAttemptFacts } from "./attempts.ts";

const known = (attempt_id: string, change: Partial<KnownAttempt> = {}): KnownAttempt => ({
  ...attemptFromServer(attemptFacts(), { attempt_id }),
  ...{ syncStatus: { kind: "sent" }, isRunningInThisBrowser: false },
  ...change,
});
const summary = (marked: number) => ({
  ...{ marking_id: "m", created_at: "2026-11-22T11:00:00.000Z", marker: "", lost: [0, 0], marked },
});
const openOf = (...attempts: KnownAttempt[]) => openExamsOf(examCardView(attempts).open);

it("openExamsOf returns the newest exam that is not fully marked, with the number of its marked segments", () => {
  const startedOn = (day: number) => ({ started_at: `2026-11-${day}T10:00:00.000Z` });
  const attempts = [
    known("marked", { ...startedOn(23), markings: [summary(4)] }),
    known("half", { ...startedOn(22), markings: [summary(1)] }),
    known("old", startedOn(21)),
  ];
  const nothingHere = { attempts: [], markings: [], removedMarkings: [] };
  for (const listed of [attempts, attempts.toReversed()]) {
    const sorted = mergeLocalExams(listed, nothingHere, "asha", () => undefined);
    expect(openOf(...sorted)).toEqual({
      interruptedExam: null,
      unmarkedExam: { attemptId: "half", startedAt: "2026-11-22T10:00:00.000Z", marked: 1, heard: 4 },
    });
  }
});

it("openExamsOf returns an interrupted exam only if this browser can continue it", () => {
  const running = runningAttemptFacts();
  const elsewhere = known("elsewhere", { ...running, ended_at: undefined });
  expect(openOf(elsewhere)).toEqual({ interruptedExam: null, unmarkedExam: null });
  const here = known("here", { ...running, ended_at: undefined, isRunningInThisBrowser: true });
  expect(openOf(elsewhere, here).interruptedExam).toEqual({ startedAt: "2026-11-22T10:00:00.000Z", heard: 4, of: 4 });
});
