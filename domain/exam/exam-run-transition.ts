import type { ExamAttemptFacts, SegmentFacts } from "./exam-attempt.ts";
import {
  arriveAt,
  type ExamRun,
  type ExamRunEffect,
  type ExamRunEvent,
  type ExamRunTransition,
  placeAfter,
  type RunPhase,
  type RunPlace,
  type RunRules,
  repeatOf,
  saved,
  segmentFactsAt,
  withInterruption,
} from "./exam-run.ts";

type Of<Type extends ExamRunEvent["type"]> = Extract<ExamRunEvent, { type: Type }>;
type Keeping = Extract<RunPhase, { kind: "keeping" }>;

const stay = (run: ExamRun): ExamRunTransition => ({ run, effects: [] });

function to(run: ExamRun, phase: RunPhase, ...effects: ExamRunEffect[]): ExamRunTransition {
  return { run: { ...run, phase }, effects };
}

function withSegment(run: ExamRun, { dialogue, segment }: RunPlace, facts: SegmentFacts): ExamAttemptFacts {
  const dialogues = run.facts.dialogues.map((each, at) =>
    at === dialogue
      ? { ...each, segments: each.segments.map((known, position) => (position === segment ? facts : known)) }
      : each,
  );
  return { ...run.facts, dialogues };
}

function changed(run: ExamRun, change: Partial<SegmentFacts>): ExamRun {
  const known = segmentFactsAt(run, run.place);
  return known ? { ...run, facts: withSegment(run, run.place, { ...known, ...change }) } : run;
}

const over = (run: ExamRun, outcome: "finished" | "ended", at: string): ExamRunTransition =>
  saved({ ...run, facts: { ...run.facts, outcome, ended_at: at }, phase: { kind: "over" } });

/** The mock at its next segment, or over; `why` where it stands still before that. */
function advance(run: ExamRun, at: string, why?: Of<"recording-interrupted">["why"]): ExamRunTransition {
  const facts = why ? withInterruption(run.facts, run.place, why, at) : run.facts;
  const place = placeAfter(run, run.place);
  if (!place) return over({ ...run, facts }, "finished", at);
  const arrived = arriveAt(place);
  if (arrived.kind !== "readying") return saved({ facts, place, phase: arrived });
  if (why) return saved({ facts, place, phase: { kind: "halted", why } });
  return saved({ facts, place, phase: arrived }, [{ type: "ready-microphone" }]);
}

function goOn(run: ExamRun): ExamRunTransition {
  const { phase } = run;
  if (phase.kind === "pause") return to(run, { kind: "briefing" });
  if (phase.kind === "briefing" || phase.kind === "halted")
    return to(run, { kind: "readying" }, { type: "ready-microphone" });
  return stay(run);
}

/** The segment plays for the first time: from now on it counts as heard. */
function hear(run: ExamRun, at: string): ExamRunTransition {
  if (run.phase.kind !== "readying") return stay(run);
  const facts = withSegment(run, run.place, { heard_at: at, repeats: 0, take_seconds: null, interrupted: false });
  return saved({ ...run, facts, phase: { kind: "hearing" } }, [{ type: "play-segment", ...run.place }]);
}

function record(run: ExamRun): ExamRunTransition {
  const turn = (segmentFactsAt(run, run.place)?.repeats ?? 0) + 1;
  return to(run, { kind: "recording" }, { type: "start-recording", ...run.place, turn });
}

function playbackEnded(run: ExamRun, sound: Of<"playback-ended">["sound"], rules: RunRules): ExamRunTransition {
  const { kind } = run.phase;
  if (kind === "hearing" && sound === "segment" && rules.chime.value)
    return to(run, { kind: "chime" }, { type: "play-chime" });
  const isHeard = (kind === "hearing" && sound === "segment") || (kind === "chime" && sound === "chime");
  return isHeard ? record(run) : stay(run);
}

function playbackFailed(run: ExamRun, { sound, at }: Of<"playback-failed">): ExamRunTransition {
  const { kind } = run.phase;
  // The segment was heard: without its chime it is the candidate's turn all the same.
  if (kind === "chime" && sound === "chime") return record(run);
  return kind === "hearing" && sound === "segment" ? advance(run, at, "sound") : stay(run);
}

function keep(run: ExamRun, next: Keeping["next"]): ExamRunTransition {
  if (run.phase.kind !== "recording") return stay(run);
  return to(run, { kind: "keeping", next }, { type: "finish-recording" });
}

/** What comes after a take was kept, or was found to be lost. */
function afterKeeping(run: ExamRun, { next }: Keeping, at: string): ExamRunTransition {
  switch (next.kind) {
    case "next":
      return advance(run, at);
    case "halt":
      return advance(run, at, next.why);
    case "end":
      return over(run, placeAfter(run, run.place) ? "ended" : "finished", at);
    case "repeat": {
      const repeats = (segmentFactsAt(run, run.place)?.repeats ?? 0) + 1;
      return saved({ ...changed(run, { repeats }), phase: { kind: "hearing" } }, [
        { type: "play-segment", ...run.place },
      ]);
    }
  }
}

function takeKept(run: ExamRun, { seconds, interrupted, at }: Of<"take-kept">): ExamRunTransition {
  if (run.phase.kind !== "keeping") return stay(run);
  return afterKeeping(changed(run, { take_seconds: seconds, interrupted }), run.phase, at);
}

function end(run: ExamRun, { at }: Of<"end">): ExamRunTransition {
  switch (run.phase.kind) {
    case "over":
      return stay(run);
    case "recording":
      return keep(run, { kind: "end" });
    case "keeping":
      return to(run, { kind: "keeping", next: { kind: "end" } });
    case "hearing":
    case "chime": {
      const { run: ended, effects } = over(run, "ended", at);
      return { run: ended, effects: [{ type: "stop-audio" }, ...effects] };
    }
    default:
      return over(run, "ended", at);
  }
}

/** The whole rule of sitting a mock: what an event makes of it, and what has to be done then. */
export function runTransition(run: ExamRun, event: ExamRunEvent, rules: RunRules): ExamRunTransition {
  const { phase } = run;
  switch (event.type) {
    case "go-on":
      return goOn(run);
    case "microphone-ready":
      return hear(run, event.at);
    case "microphone-failed":
      if (phase.kind !== "readying") return stay(run);
      return saved({
        ...run,
        facts: withInterruption(run.facts, run.place, "microphone", event.at),
        phase: { kind: "halted", why: "microphone" },
      });
    case "playback-ended":
      return playbackEnded(run, event.sound, rules);
    case "playback-failed":
      return playbackFailed(run, event);
    case "next":
      return keep(run, { kind: "next" });
    case "repeat":
      return repeatOf(run, rules) === "impossible" ? stay(run) : keep(run, { kind: "repeat" });
    case "recording-failed":
      return phase.kind === "recording" ? advance(run, event.at, "microphone") : stay(run);
    case "recording-interrupted":
      return keep(run, { kind: "halt", why: event.why });
    case "take-kept":
      return takeKept(run, event);
    case "take-lost":
      return phase.kind === "keeping" ? afterKeeping(run, phase, event.at) : stay(run);
    case "end":
      return end(run, event);
  }
}
