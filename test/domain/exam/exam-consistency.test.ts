import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExamAttemptFacts } from "../../../domain/exam/exam-attempt.ts";
import { clampInstants, findContradiction } from "../../../domain/exam/exam-consistency.ts";

const now = new Date("2026-11-22T12:00:00.000Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000).toISOString();

const segmentAt = (heard_at: string) => ({ heard_at, repeats: 0, take_seconds: 6.5, interrupted: false });

function facts(fields: Partial<ExamAttemptFacts> = {}, heardAt = minutes(-29)): ExamAttemptFacts {
  const dialogue = { language: "nepali", scenario_id: "health-1", topic_id: "health", title: "At the clinic" } as const;
  return {
    ...{
      exam: "naati-ccl",
      seed: 7,
      started_at: minutes(-30),
      ended_at: minutes(-5),
      outcome: "finished",
      revision: 9,
    },
    dialogues: [{ ...dialogue, segments: [segmentAt(heardAt), null] }],
    interruptions: [],
    ...fields,
  };
}

function running(fields: Partial<ExamAttemptFacts> = {}): ExamAttemptFacts {
  const { ended_at: _, ...others } = facts({ outcome: "running" });
  return { ...others, ...fields };
}

const endless = (outcome: "finished" | "ended") => ({ ...running(), outcome });
const at9999 = "9999-12-31T23:59:59.999Z";
const interruption = { dialogue: 0, segment: 0, kind: "left" } as const;

describe("the facts of an exam attempt", () => {
  test.each<[string, ExamAttemptFacts]>([
    ["finished", facts()],
    ["ended early", facts({ outcome: "ended" })],
    ["running", running()],
    ["over at the instant of its start", facts({ ended_at: minutes(-30) })],
    ["timed by a clock that is nine minutes ahead", facts({ started_at: minutes(9), ended_at: minutes(9) })],
  ])("are coherent if the attempt is %s", (_, each) => expect(findContradiction(each, now)).toBeNull());

  test.each<[string, ExamAttemptFacts]>([
    ["a finished exam without an end", endless("finished")],
    ["an exam that ended early without an end time", endless("ended")],
    ["a running exam that has an end", running({ ended_at: minutes(-5) })],
    ["an end before the start", facts({ ended_at: minutes(-31) })],
    ["a start in the year 9999", running({ started_at: at9999 })],
    ["an end in the year 9999", facts({ ended_at: at9999 })],
    ["a segment heard in the year 9999", facts({}, at9999)],
    ["an interruption in the year 9999", facts({ interruptions: [{ at: at9999, ...interruption }] })],
    ["a start a quarter of an hour from now", running({ started_at: minutes(15) })],
  ])("are incoherent for %s", (_, each) => expect(findContradiction(each, now)).toEqual(expect.any(String)));

  test("are coherent after clampInstants, even if the clock of the device was wrong", () => {
    const instant = fc.integer({ min: -10_000_000, max: 10_000_000 }).map(minutes);
    fc.assert(
      fc.property(instant, fc.option(instant, { nil: undefined }), instant, instant, (start, end, heard, left) => {
        const times = { started_at: start, interruptions: [{ at: left, ...interruption }] };
        const made = end === undefined ? running(times) : facts({ ...times, ended_at: end }, heard);
        expect(findContradiction(clampInstants(made, now), now)).toBeNull();
      }),
    );
  });

  test("are left unchanged by clampInstants if they are coherent and all their times are past", () => {
    for (const each of [facts(), running()]) expect(clampInstants(each, now)).toEqual(each);
  });
});
