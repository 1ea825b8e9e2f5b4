import { describe, expect, test } from "vitest";
import { type PracticeFacts, practiceCalendar, practiceDays } from "../../../domain/study/practice-days.ts";
import { dayOf, recordingOn, reviewOn, termReviewOn } from "./study-facts.ts";

const nothing: PracticeFacts = { study: { reviews: [], recordings: [] }, rows: [], completed: [], exams: [] };
const ofInstant = (instant: string) => dayOf(instant.slice(0, 10));
const daysOf = (facts: Partial<PracticeFacts>) => practiceDays({ ...nothing, ...facts }, ofInstant);

describe("the days of practice", () => {
  test("add up the seconds of each day's recordings", () => {
    const recordings = [
      recordingOn("2026-11-24", { seconds: 20 }),
      recordingOn("2026-11-25", { seconds: 12.5 }),
      recordingOn("2026-11-24", { seconds: 15 }),
    ];
    expect([...daysOf({ study: { reviews: [], recordings } })]).toEqual([
      [dayOf("2026-11-24"), 35],
      [dayOf("2026-11-25"), 12.5],
    ]);
  });

  test("contain zero seconds for a day with practice but no recording", () => {
    const days = daysOf({
      rows: [{ last_attempt_at: "2026-10-01T08:00:00.000Z" }],
      completed: [{ completed_at: "2026-10-02T08:00:00.000Z" }],
      exams: [{ started_at: "2026-10-03T08:00:00.000Z" }],
      study: { reviews: [reviewOn("2026-10-04", 1, "good"), termReviewOn("2026-10-05", "good")], recordings: [] },
    });
    const first = dayOf("2026-10-01");
    expect([...days]).toEqual([0, 1, 2, 3, 4].map((after) => [first + after, 0]));
  });

  test("count only the seconds of recordings, even if a day also has an attempt and a review", () => {
    const days = daysOf({
      rows: [{ last_attempt_at: "2026-11-25T08:00:00.000Z" }],
      study: { reviews: [reviewOn("2026-11-25", 1, "good")], recordings: [recordingOn("2026-11-25")] },
    });
    expect([...days]).toEqual([[dayOf("2026-11-25"), 20]]);
  });

  test("leave out a day on which the learner only read feedback", () => {
    const review = { ...reviewOn("2026-11-25", 1, "again"), source: "feedback" as const };
    expect([...daysOf({ study: { reviews: [review], recordings: [] } })]).toEqual([]);
  });

  test("assign an exam to the day that the given function returns", () => {
    const facts = { ...nothing, exams: [{ started_at: "2026-11-25T02:00:00.000Z" }] };
    expect([...practiceDays(facts, () => 7)]).toEqual([[7, 0]]);
  });
});

describe("the calendar", () => {
  const today = dayOf("2026-11-25");

  test("has whole weeks from Monday, and marks future days", () => {
    const [before, present, ...more] = practiceCalendar(new Map(), today, 2);
    expect(more).toEqual([]);
    expect([before?.monday, present?.monday]).toEqual([dayOf("2026-11-16"), dayOf("2026-11-23")]);
    expect(before?.days.map(({ isFuture }) => isFuture)).toEqual(Array(7).fill(false));
    // Today is a Wednesday.
    expect(present?.days.map(({ isFuture }) => isFuture)).toEqual([false, false, false, true, true, true, true]);
  });

  test("has three levels of practice: below 5, from 5 and from 15 rounded minutes", () => {
    const practised = new Map([
      [dayOf("2026-11-16"), 0],
      [dayOf("2026-11-17"), 269],
      [dayOf("2026-11-18"), 270],
      [dayOf("2026-11-19"), 869],
      [dayOf("2026-11-20"), 870],
    ]);
    const [week] = practiceCalendar(practised, dayOf("2026-11-22"), 1);
    expect(week?.days.map(({ amount }) => amount)).toEqual(["some", "some", "more", "more", "most", "none", "none"]);
    expect(week).toMatchObject({ practised: 5, seconds: 2278 });
  });

  test("ignores a future day, which a wrong clock can record", () => {
    const [week] = practiceCalendar(new Map([[dayOf("2026-11-27"), 60]]), today, 1);
    expect(week).toMatchObject({ practised: 0, seconds: 0 });
  });
});
