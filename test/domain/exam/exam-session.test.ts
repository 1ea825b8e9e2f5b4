import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExamAttemptFacts, maxInterruptions, maxRepeats } from "../../../domain/exam/exam-attempt.ts";
import {
  countRepeats,
  createExamSession,
  type ExamSessionEffect,
  type ExamSessionEvent,
  type ExamSessionRules,
  type ExamSessionState,
  type FoundRecording,
  repeatAvailability,
  resumeExamSession,
  type SegmentPlace,
} from "../../../domain/exam/exam-session.ts";
import { examSessionTransition } from "../../../domain/exam/exam-session-transition.ts";
import { exams } from "../../../domain/exam/exams.ts";

const at = "2026-11-22T09:00:00.000Z";
const naati: ExamSessionRules = exams["naati-ccl"];
const strict: ExamSessionRules = {
  chime: { value: false, source: "https://example.org/exam", checkedOn: "2026-11-22" },
  freeRepeats: { value: 0, source: "https://example.org/exam", checkedOn: "2026-11-22" },
};

const dialogueOf = (segments: number, number: number) => ({
  language: "nepali" as const,
  scenario_id: `health-${number}`,
  topic_id: "health" as const,
  title: "At the doctor",
  segments: Array<null>(segments).fill(null),
});
const begun = (...lengths: number[]): ExamAttemptFacts => ({
  exam: "naati-ccl",
  seed: 7,
  started_at: at,
  outcome: "running",
  revision: 1,
  dialogues: lengths.map(dialogueOf),
  interruptions: [],
});

function led(run: ExamSessionState, events: readonly ExamSessionEvent[], rules = naati): ExamSessionState {
  return events.reduce((present, event) => examSessionTransition(present, event, rules).run, run);
}

const heard: ExamSessionEvent[] = [
  { type: "microphone-ready", at },
  { type: "playback-ended", sound: "segment" },
  { type: "playback-ended", sound: "chime" },
];
const kept = (seconds: number): ExamSessionEvent => ({ type: "recording-saved", seconds, interrupted: false, at });
const answered = (seconds: number): ExamSessionEvent[] => [{ type: "next" }, kept(seconds)];

test("an exam session without an interruption passes through its phases in order", () => {
  let run = createExamSession(begun(2, 1));
  const kinds = [run.phase.kind];
  const effects: string[] = [];
  const events: ExamSessionEvent[] = [
    { type: "continue" },
    ...heard,
    ...answered(4),
    ...heard,
    ...answered(5),
    { type: "continue" },
    { type: "continue" },
    ...heard,
    ...answered(6),
  ];
  for (const event of events) {
    const next = examSessionTransition(run, event, naati);
    run = next.run;
    kinds.push(run.phase.kind);
    effects.push(...next.effects.map(({ type }) => type).filter((type) => type !== "save-facts"));
  }
  const segment = ["hearing", "chime", "recording", "keeping"];
  expect(kinds).toEqual(
    ["briefing", "readying", segment, "readying", segment, "pause", "briefing", "readying", segment, "over"].flat(),
  );
  const done = ["ready-microphone", "play-segment", "play-chime", "start-recording", "finish-recording"];
  expect(effects).toEqual([...done, ...done, ...done]);
  expect(run.facts.outcome).toBe("finished");
  expect(run.facts.dialogues.map(({ segments }) => segments.map((segment) => segment?.take_seconds))).toEqual([
    [4, 5],
    [6],
  ]);
});

test("an exam session without a chime starts to record as soon as the segment ends", () => {
  const run = led(createExamSession(begun(1, 1)), [{ type: "continue" }, ...heard.slice(0, 2)], strict);
  expect(run.phase.kind).toBe("recording");
  expect(repeatAvailability(run, strict)).toBe("costs");
});

test("a NAATI CCL session has one free repeat in each dialogue and keeps the last recording's length", () => {
  const again: ExamSessionEvent[] = [{ type: "repeat" }, kept(1), ...heard.slice(1)];
  const first = led(createExamSession(begun(2, 1)), [{ type: "continue" }, ...heard]);
  expect(repeatAvailability(first, naati)).toBe("free");
  const second = led(first, again);
  expect(repeatAvailability(second, naati)).toBe("costs");
  const next = led(second, [...again, ...answered(3), ...heard]);
  expect(next.facts.dialogues[0]?.segments[0]).toMatchObject({ repeats: 2, take_seconds: 3 });
  expect(repeatAvailability(next, naati), "of the whole dialogue").toBe("costs");
  const other = led(next, [...answered(3), { type: "continue" }, { type: "continue" }, ...heard]);
  expect(repeatAvailability(other, naati), "of another dialogue").toBe("free");
});

describe("an exam session", () => {
  test("halts before the next segment if the microphone is lost", () => {
    const run = led(createExamSession(begun(2, 1)), [
      { type: "continue" },
      ...heard,
      { type: "recording-interrupted", why: "microphone" },
      { type: "recording-saved", seconds: 2, interrupted: true, at },
    ]);
    expect(run).toMatchObject({ phase: { kind: "halted", why: "microphone" }, place: { dialogue: 0, segment: 1 } });
    expect(run.facts.dialogues[0]?.segments[0]).toMatchObject({ take_seconds: 2, interrupted: true });
    expect(run.facts.interruptions).toEqual([{ at, dialogue: 0, segment: 0, kind: "microphone" }]);
    expect(led(run, [{ type: "continue" }, ...heard]).phase.kind).toBe("recording");
  });

  test("leaves a segment unheard if the microphone fails before it", () => {
    const failed: ExamSessionEvent[] = [{ type: "continue" }, { type: "microphone-failed", at }];
    const run = led(createExamSession(begun(2, 1)), [...failed, ...failed]);
    expect(run.facts.dialogues[0]?.segments).toEqual([null, null]);
    expect(run.facts.interruptions).toHaveLength(1);
    expect(run).toMatchObject({ phase: { kind: "halted" }, place: { dialogue: 0, segment: 0 } });
  });

  test("resumes at the next segment after a recording was cut off", () => {
    const { facts } = led(createExamSession(begun(3, 2)), [{ type: "continue" }, ...heard, ...answered(4), ...heard]);
    const recordings = [
      { dialogue: 0, segment: 1, attempt: 1, seconds: 8, interrupted: false },
      { dialogue: 0, segment: 1, attempt: 2, seconds: 2.5, interrupted: true },
    ];
    const { run } = resumeExamSession(facts, recordings, at);
    expect(run).toMatchObject({ phase: { kind: "halted", why: "left" }, place: { dialogue: 0, segment: 2 } });
    expect(run.facts.dialogues[0]?.segments[1]).toMatchObject({ take_seconds: 2.5, interrupted: true });
    expect(run.facts.interruptions).toEqual([{ at, dialogue: 0, segment: 1, kind: "left" }]);
  });

  test("records no interruption if it is resumed between two dialogues", () => {
    const { facts } = led(createExamSession(begun(1, 2)), [{ type: "continue" }, ...heard, ...answered(4)]);
    const { run } = resumeExamSession(facts, [], at);
    expect(run).toMatchObject({ phase: { kind: "pause" }, place: { dialogue: 1, segment: 0 } });
    expect(run.facts.interruptions).toEqual([]);
  });

  test("notes once that the recording of the last segment of a dialogue could not start", () => {
    const { facts } = led(createExamSession(begun(1, 1)), [
      { type: "continue" },
      ...heard,
      { type: "recording-failed", at },
    ]);
    const { run } = resumeExamSession(facts, [], at);
    expect(run.facts.interruptions.map(({ kind }) => kind)).toEqual(["microphone"]);
  });

  describe("in the repeat of the last segment of a dialogue", () => {
    const repeating = led(createExamSession(begun(1, 1)), [
      { type: "continue" },
      ...heard,
      { type: "repeat" },
      kept(4),
    ]);
    const recording = { dialogue: 0, segment: 0, attempt: 1, seconds: 4, interrupted: false };
    const repeat = { ...recording, attempt: 2, seconds: 2 };

    test.each([
      ["while it plays", [recording]],
      ["while it is recorded", [recording, { ...repeat, interrupted: true }]],
    ])("notes an interruption if the page closes %s", (_, recordings) => {
      const { run } = resumeExamSession(repeating.facts, recordings, at);
      expect(run).toMatchObject({ phase: { kind: "pause" }, place: { dialogue: 1, segment: 0 } });
      expect(run.facts.interruptions).toEqual([{ at, dialogue: 0, segment: 0, kind: "left" }]);
    });

    test("notes an interruption that follows a failure of the microphone before the segment", () => {
      const { facts } = led(createExamSession(begun(1, 1)), [
        { type: "continue" },
        { type: "microphone-failed", at: "2026-11-22T08:59:00.000Z" },
        { type: "continue" },
        ...heard,
        { type: "repeat" },
        kept(4),
      ]);
      const { run } = resumeExamSession(facts, [recording], at);
      expect(run.facts.interruptions.map(({ kind }) => kind)).toEqual(["microphone", "left"]);
    });

    test("notes no interruption if the page closes after the repeat is recorded", () => {
      const { facts } = led(repeating, [...heard.slice(1), ...answered(2)]);
      const { run } = resumeExamSession(facts, [recording, repeat], at);
      expect(run.facts.interruptions).toEqual([]);
    });

    test("notes a failed playback once", () => {
      const { facts } = led(repeating, [{ type: "playback-failed", sound: "segment", at }]);
      const { run } = resumeExamSession(facts, [recording], at);
      expect(run.facts.interruptions.map(({ kind }) => kind)).toEqual(["sound"]);
    });
  });

  test("is over if it is resumed after its last segment was heard", () => {
    const { facts } = led(createExamSession(begun(1)), [{ type: "continue" }, ...heard]);
    const { run } = resumeExamSession(
      facts,
      [{ dialogue: 0, segment: 0, attempt: 1, seconds: 3, interrupted: true }],
      at,
    );
    expect(run.phase.kind).toBe("over");
    expect(run.facts).toMatchObject({ outcome: "finished", ended_at: at, interruptions: [{ kind: "left" }] });
  });

  test("resumes with the last of several recordings of the same attempt at a segment", () => {
    const { facts } = led(createExamSession(begun(2, 1)), [{ type: "continue" }, ...heard]);
    const recording = { dialogue: 0, segment: 0, attempt: 1, interrupted: false };
    const { run } = resumeExamSession(
      facts,
      [3, 7, 5].map((seconds) => ({ ...recording, seconds })),
      at,
    );
    expect(run.facts.dialogues[0]?.segments[0]?.take_seconds).toBe(5);
  });

  test("resumes with each recording in its own segment, and none in an unheard segment", () => {
    const two = led(createExamSession(begun(2, 1)), [{ type: "continue" }, ...heard, ...answered(4), ...heard]);
    const recording = { dialogue: 0, attempt: 1, interrupted: false };
    const recordings = [
      { ...recording, segment: 1, seconds: 9 },
      { ...recording, segment: 0, seconds: 4 },
      { ...recording, dialogue: 1, segment: 0, seconds: 7 },
    ];
    const { run } = resumeExamSession(two.facts, recordings, at);
    const seconds = run.facts.dialogues.map(({ segments }) => segments.map((segment) => segment?.take_seconds));
    expect(seconds).toEqual([[4, 9], [undefined]]);
  });

  test("records the same kind of interruption again in the next dialogue", () => {
    const failed: ExamSessionEvent[] = [{ type: "continue" }, { type: "microphone-failed", at }];
    const next: ExamSessionEvent[] = [{ type: "continue" }, ...heard, ...answered(4), { type: "continue" }];
    const run = led(createExamSession(begun(1, 1)), [...failed, ...next, ...failed]);
    expect(run.facts.interruptions.map(({ dialogue, segment }) => [dialogue, segment])).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  test("keeps the current recording if the learner ends the exam", () => {
    const said = led(createExamSession(begun(2, 1)), [{ type: "continue" }, ...heard]);
    const { run, effects } = examSessionTransition(said, { type: "end", at }, naati);
    expect(effects).toEqual([{ type: "finish-recording" }]);
    const ended = led(run, [kept(3)]);
    expect(ended.facts).toMatchObject({ outcome: "ended", ended_at: at });
    expect(ended.facts.dialogues[0]?.segments[0]?.take_seconds).toBe(3);
  });
});

describe("the facts of an exam session", () => {
  const isSendable = ({ facts }: ExamSessionState) => ExamAttemptFacts.safeParse(facts).success;

  test("have at most as many repeats of one segment as the server accepts", () => {
    const again: ExamSessionEvent[] = [{ type: "repeat" }, kept(1), ...heard.slice(1)];
    const first = led(createExamSession(begun(2, 1)), [{ type: "continue" }, ...heard]);
    const most = led(first, Array<ExamSessionEvent[]>(maxRepeats).fill(again).flat());
    expect(countRepeats(most.facts.dialogues[0] ?? dialogueOf(0, 1))).toBe(99);
    expect([repeatAvailability(most, naati), isSendable(most)]).toEqual(["impossible", true]);
    expect(led(most, again)).toEqual(most);
    const next = led(most, [...answered(2), ...heard]);
    expect(repeatAvailability(next, naati), "another segment").toBe("costs");
  });

  test("have at most as many interruptions as the server accepts", () => {
    const failing = (kind: "microphone" | "sound"): ExamSessionEvent[] =>
      kind === "microphone"
        ? [{ type: "continue" }, { type: "microphone-failed", at }]
        : [{ type: "continue" }, { type: "microphone-ready", at }, { type: "playback-failed", sound: "segment", at }];
    // Two interruptions a segment reach the limit of 200 at position 99.
    const both = [...failing("microphone"), ...failing("sound")];
    const run = led(createExamSession(begun(102)), [...Array<ExamSessionEvent[]>(101).fill(both).flat()]);
    expect(run.place).toEqual({ dialogue: 0, segment: 101 });
    expect(run.facts.interruptions).toHaveLength(maxInterruptions);
    expect(run.facts.interruptions.at(-1)).toMatchObject({ segment: 99, kind: "sound" });
  });
});

const events: readonly ExamSessionEvent[] = [
  { type: "continue" },
  { type: "microphone-ready", at },
  { type: "microphone-failed", at },
  ...(["segment", "chime"] as const).flatMap((sound): ExamSessionEvent[] => [
    { type: "playback-ended", sound },
    { type: "playback-failed", sound, at },
  ]),
  { type: "next" },
  { type: "repeat" },
  { type: "recording-failed", at },
  { type: "recording-interrupted", why: "microphone" },
  { type: "recording-interrupted", why: "other" },
  kept(2),
  { type: "recording-saved", seconds: 1, interrupted: true, at },
  { type: "recording-lost", at },
  { type: "end", at },
];
const usual: readonly ExamSessionEvent[] = [{ type: "continue" }, { type: "continue" }, ...heard, ...answered(3)];
const walks = fc.record({
  lengths: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
  rules: fc.constantFrom(naati, strict),
  parts: fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...events.filter(({ type }) => type !== "end")).map((event) => [event]) },
      { weight: 1, arbitrary: fc.constant<ExamSessionEvent[]>([{ type: "end", at }]) },
      { weight: 6, arbitrary: fc.nat(usual.length).map((length) => usual.slice(0, length)) },
      { weight: 2, arbitrary: fc.constant<ExamSessionEvent[]>([{ type: "repeat" }, kept(1), ...heard.slice(1)]) },
    ),
    { minLength: 1, maxLength: 40, size: "max" },
  ),
});
const placesOf = ({ dialogues }: ExamAttemptFacts) => dialogues.flatMap(({ segments }) => segments);

type Step = {
  before: ExamSessionState;
  event: ExamSessionEvent;
  run: ExamSessionState;
  effects: readonly ExamSessionEffect[];
  rules: ExamSessionRules;
};

function onEveryStep(judge: () => (step: Step) => void) {
  fc.assert(
    fc.property(walks, ({ lengths, rules, parts }) => {
      const judged = judge();
      let before = createExamSession(begun(...lengths));
      for (const event of parts.flat()) {
        const next = examSessionTransition(before, event, rules);
        judged({ before, event, rules, ...next });
        before = next.run;
      }
    }),
    { numRuns: 400 },
  );
}

function openWorld() {
  let plays: "segment" | "chime" | null = null;
  let records: (SegmentPlace & { attempt: number }) | null = null;
  const recordings: FoundRecording[] = [];
  const canTell = (event: ExamSessionEvent, phase: ExamSessionState["phase"]["kind"]) => {
    switch (event.type) {
      case "playback-ended":
      case "playback-failed":
        return plays === event.sound;
      case "recording-failed":
      case "recording-interrupted":
        return records !== null && phase === "recording";
      case "recording-saved":
      case "recording-lost":
        return records !== null && phase === "keeping";
      default:
        return true;
    }
  };
  const tell = (event: ExamSessionEvent) => {
    if (event.type === "playback-ended" || event.type === "playback-failed") plays = null;
    if (event.type === "recording-saved" && records) recordings.push({ ...records, ...event });
    if (event.type === "recording-saved" || event.type === "recording-lost" || event.type === "recording-failed")
      records = null;
  };
  const perform = (effect: ExamSessionEffect) => {
    if (effect.type === "stop-audio") plays = null;
    if (effect.type === "play-segment" || effect.type === "play-chime") {
      expect({ plays, records }, "nothing else goes on").toEqual({ plays: null, records: null });
      plays = effect.type === "play-chime" ? "chime" : "segment";
    }
    if (effect.type === "start-recording") {
      expect({ plays, records }, "nothing else goes on").toEqual({ plays: null, records: null });
      const { type: _, ...place } = effect;
      expect(
        recordings.some((recording) => JSON.stringify(recording) === JSON.stringify({ ...recording, ...place })),
        "each recording once",
      ).toBe(false);
      records = place;
    }
    if (effect.type === "finish-recording") expect(records).not.toBeNull();
  };
  return { canTell, tell, perform, recordings, isStill: () => plays === null && records === null };
}

describe("an exam session under random events", () => {
  test("plays or records only one thing at a time, and keeps the length of each segment's last recording", () => {
    fc.assert(
      fc.property(walks, ({ lengths, rules, parts }) => {
        const world = openWorld();
        let run = createExamSession(begun(...lengths));
        for (const event of parts.flat()) {
          if (!world.canTell(event, run.phase.kind)) continue;
          world.tell(event);
          const next = examSessionTransition(run, event, rules);
          run = next.run;
          for (const effect of next.effects) world.perform(effect);
          if (run.phase.kind === "over") expect(world.isStill()).toBe(true);
        }
        for (const [dialogue, { segments }] of run.facts.dialogues.entries()) {
          for (const [segment, facts] of segments.entries()) {
            const mine = world.recordings.filter(
              (recording) => recording.dialogue === dialogue && recording.segment === segment,
            );
            expect(facts?.take_seconds ?? null).toBe(mine.at(-1)?.seconds ?? null);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test("counts each repeat once and plays no repeat without a request", () => {
    onEveryStep(() => {
      let asked = 0;
      return ({ before, event, run, effects, rules }) => {
        if (event.type === "repeat" && repeatAvailability(before, rules) !== "impossible") asked += 1;
        // If the exam ends while the recording before a repeat is being saved, the repeat is cancelled.
        const { phase } = before;
        const gaveUp = event.type === "end" && phase.kind === "keeping" && phase.next.kind === "repeat";
        if (gaveUp) asked -= 1;
        const waiting = run.phase.kind === "keeping" && run.phase.next.kind === "repeat" ? 1 : 0;
        expect(run.facts.dialogues.reduce((sum, dialogue) => sum + countRepeats(dialogue), 0)).toBe(asked - waiting);
        if (effects.some(({ type }) => type === "play-segment") && event.type !== "microphone-ready")
          expect(before.phase).toMatchObject({ kind: "keeping", next: { kind: "repeat" } });
      };
    });
  });

  test("saves valid facts with a rising revision after every change", () => {
    onEveryStep(() => ({ before, run, effects }) => {
      const writes = effects.filter((effect) => effect.type === "save-facts");
      expect(writes.map(({ facts }) => facts)).toEqual(run.facts === before.facts ? [] : [run.facts]);
      if (run.facts !== before.facts) expect(run.facts.revision).toBe(before.facts.revision + 1);
      expect(ExamAttemptFacts.safeParse(run.facts).error).toBeUndefined();
      const [was, is] = [placesOf(before.facts), placesOf(run.facts)];
      const count = is.indexOf(null);
      if (count >= 0) expect(is.slice(count).every((segment) => segment === null)).toBe(true);
      expect(is.every((segment, position) => was[position] === null || segment !== null)).toBe(true);
    });
  });

  test("can end in every state and, until it is over, resumes at an unheard segment, if any", () => {
    onEveryStep(() => ({ run, rules }) => {
      const ended = led(run, [{ type: "end", at }, kept(1)], rules);
      expect(ended.phase.kind).toBe("over");
      expect(ended.facts.outcome).not.toBe("running");
      if (run.phase.kind === "over") {
        expect(led(run, events, rules)).toEqual(run);
        return;
      }
      const { run: again } = resumeExamSession(run.facts, [], at);
      const unheard = placesOf(run.facts).filter((segment) => segment === null).length;
      if (unheard === 0) expect(again.facts.outcome).toBe("finished");
      else {
        const position = again.facts.dialogues[again.place.dialogue]?.segments[again.place.segment];
        expect(position, "not heard yet").toBeNull();
        expect(["briefing", "pause", "halted"]).toContain(again.phase.kind);
        const resumed = led(
          again,
          [{ type: "continue" }, { type: "continue" }, { type: "microphone-ready", at }],
          rules,
        );
        expect(resumed.phase.kind).toBe("hearing");
        expect(resumed.place).toEqual(again.place);
      }
      expect(ExamAttemptFacts.safeParse(again.facts).error).toBeUndefined();
    });
  });
});
