import * as fc from "fast-check";
import {
  createPractice,
  type Practice,
  type PracticeAudio,
  type PracticeEffect,
  type PracticeEvent,
  type PracticeTransition,
  type RecordingRef,
} from "../../../domain/practice/practice.ts";
import { practiceTransition } from "../../../domain/practice/practice-transition.ts";

const audios: readonly PracticeAudio[] = ["original", "translation", "own"];
const recordingOf = (number: number): RecordingRef => ({
  number,
  attempt: 1,
  recordedAt: number,
  durationSeconds: 1,
  interrupted: false,
});
const numbers = [1, 2, 3, 4] as const;
const singles: readonly PracticeEvent[] = [
  ...audios.flatMap((audio): PracticeEvent[] => [
    { type: "play", audio },
    { type: "playback-ended", audio },
    { type: "playback-failed", audio },
  ]),
  ...numbers.flatMap((number): PracticeEvent[] => [
    { type: "play", audio: "own", recording: number },
    { type: "recording-saved", recording: recordingOf(number) },
    { type: "recording-removed", index: number % 2, number },
    { type: "recording-stored", index: number % 2, former: number, recording: recordingOf(5 - number) },
  ]),
  ...[-1, 0, 1, 4].flatMap((index): PracticeEvent[] => [
    { type: "progress-found", segments: [{ index, completed: index !== 1 }] },
    { type: "recordings-found", index, recordings: [recordingOf(2)] },
    { type: "recordings-found", index, recordings: [recordingOf(4), recordingOf(1)] },
  ]),
  { type: "toggle-loop" },
  ...[
    [0, 0.5],
    [0.2, 0.8],
    [0.5, 1],
    [0.6, 0.4],
    [0.5, 0.5],
    [-0.1, 0.5],
    [0.5, 1.1],
    [Number.NaN, 1],
  ].map(([from = 0, to = 0]): PracticeEvent => ({ type: "choose-part", part: { from, to } })),
  ...[-1, 0, 0.5, 1, 2, 3, 4, Number.NaN].map((index): PracticeEvent => ({ type: "go-to", index })),
  ...(
    [
      ...(["recording-failed", "recording-interrupted", "finish-attempt", "recording-lost", "ask-restart"] as const),
      ...(["confirm-restart", "auto-play-due", "previous", "next", "finish", "dismiss-dialog"] as const),
      ...(["ask-leave", "ask-clear", "ask-delete"] as const),
    ] as const
  ).map((type): PracticeEvent => ({ type })),
];
const attempt: PracticeEvent[] = [
  { type: "play", audio: "original" },
  { type: "playback-ended", audio: "original" },
  { type: "finish-attempt" },
  { type: "recording-saved", recording: recordingOf(3) },
];
const again: PracticeEvent[] = [
  { type: "play", audio: "original" },
  { type: "toggle-loop" },
  { type: "choose-part", part: { from: 0.25, to: 0.75 } },
  { type: "play", audio: "original" },
  { type: "play", audio: "original" },
];
const restart: PracticeEvent[] = [{ type: "ask-restart" }, { type: "confirm-restart" }, { type: "auto-play-due" }];

/** Starts of usual sequences lead to states that single events reach rarely. */
const someEvents = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...singles).map((event) => [event]) },
  { weight: 1, arbitrary: fc.nat(4).map((length) => attempt.slice(0, length)) },
  { weight: 1, arbitrary: fc.nat(5).map((length) => [...attempt, ...again.slice(0, length)]) },
  { weight: 1, arbitrary: fc.nat(3).map((length) => restart.slice(0, length)) },
);
const walks = fc.record({
  segmentCount: fc.integer({ min: 1, max: 4 }),
  events: fc.array(someEvents, { minLength: 1, maxLength: 40, size: "max" }).map((parts) => parts.flat()),
});

export type Step = { before: Practice; event: PracticeEvent; after: Practice; effects: readonly PracticeEffect[] };

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const part of Object.values(Object.freeze(value))) freeze(part);
  return value;
}

/** All input is frozen, so that a transition throws if it writes to its input. */
export function onEveryStep(judge: () => (step: Step) => void, walksAgain: { seed?: number } = {}) {
  fc.assert(
    fc.property(walks, ({ segmentCount, events }) => {
      const judged = judge();
      let before = freeze(createPractice(segmentCount));
      for (const event of events) {
        const { practice: after, effects }: PracticeTransition = freeze(practiceTransition(before, freeze(event)));
        judged({ before, event, after, effects });
        before = after;
      }
    }),
    { numRuns: 300, ...walksAgain },
  );
}
