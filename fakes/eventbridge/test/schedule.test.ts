import { setImmediate as othersHadATurn } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { EventEnvelope, EventHandler } from "../delivery.ts";
import { startSchedule } from "../schedule.ts";

const minute = 60_000;

/** The schedule looks for a new hour only in `look` and `settle`. Only `advance` moves its clock. */
function start(run: EventHandler = async () => {}) {
  let now = Date.parse("2026-11-21T09:30:00Z");
  const events: EventEnvelope[] = [];
  const deadLetters: unknown[] = [];
  let look = () => {};
  const schedule = startSchedule({
    every: "hour",
    now: () => new Date(now),
    region: "local",
    run: (event, context) => {
      events.push(event);
      return run(event, context);
    },
    repeat: (given) => {
      look = given;
      return () => {
        look = () => {};
      };
    },
    wait: async () => {},
    onDeadLetter: (_event, cause) => deadLetters.push(cause),
  });
  onTestFinished(schedule.close);
  const advance = (ms: number) => {
    now += ms;
  };
  return { ...schedule, events, deadLetters, advance, look: () => look() };
}

it("a schedule runs once when the clock reaches a full hour", async () => {
  const { events, advance, look, settle } = start();
  await settle();
  expect(events).toEqual([]);
  advance(29 * minute);
  look();
  await settle();
  expect(events).toEqual([]);
  advance(minute);
  look();
  look();
  await settle();
  expect(events).toMatchObject([
    { "detail-type": "Scheduled Event", source: "aws.events", time: "2026-11-21T10:00:00Z", detail: {} },
  ]);
  advance(60 * minute);
  look();
  await settle();
  expect(events).toHaveLength(2);
});

it("settle starts one run after a jump of the clock, and waits until the run ends", async () => {
  const finish = Promise.withResolvers<void>();
  let finished = false;
  const { events, advance, settle } = start(async () => {
    await finish.promise;
    finished = true;
  });
  advance(35 * 24 * 60 * minute);
  const settled = settle();
  finish.resolve();
  await settled;
  expect(finished).toBe(true);
  expect(events).toHaveLength(1);
  await settle();
  expect(events).toHaveLength(1);
});

it("a schedule does not start a run during another run", async () => {
  let running = 0;
  let most = 0;
  const { events, advance, look, settle } = start(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  });
  for (let hour = 0; hour < 3; hour += 1) {
    advance(60 * minute);
    look();
  }
  await settle();
  expect(events).toHaveLength(3);
  expect(most).toBe(1);
});

it("a schedule tries a failed run three times, and continues at the next hour", async () => {
  let fails = true;
  const { events, deadLetters, advance, settle } = start(async () => {
    if (fails) throw new Error("on purpose");
  });
  advance(60 * minute);
  await settle();
  expect(events).toHaveLength(3);
  expect(deadLetters).toHaveLength(1);
  fails = false;
  advance(60 * minute);
  await settle();
  expect(events).toHaveLength(4);
});

it("a closed schedule starts no run", async () => {
  const { events, advance, look, close } = start();
  await close();
  advance(60 * minute);
  look();
  // A run would start in a later turn of the event loop.
  for (let turn = 0; turn < 3; turn += 1) await othersHadATurn();
  expect(events).toEqual([]);
});
