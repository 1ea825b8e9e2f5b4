import type { ExamAttemptFacts, SegmentFacts } from "./exam-attempt.ts";
import {
  addInterruption,
  type ExamSessionEffect,
  type ExamSessionEvent,
  type ExamSessionPhase,
  type ExamSessionRules,
  type ExamSessionState,
  type ExamSessionTransition,
  phaseOnArrival,
  placeAfter,
  repeatAvailability,
  type SegmentPlace,
  saveFacts,
  segmentFactsAt,
} from "./exam-session.ts";

type EventOf<Type extends ExamSessionEvent["type"]> = Extract<ExamSessionEvent, { type: Type }>;
type SavingPhase = Extract<ExamSessionPhase, { kind: "keeping" }>;

const stay = (run: ExamSessionState): ExamSessionTransition => ({ run, effects: [] });

function changePhase(
  run: ExamSessionState,
  phase: ExamSessionPhase,
  ...effects: ExamSessionEffect[]
): ExamSessionTransition {
  return { run: { ...run, phase }, effects };
}

function replaceSegment(
  run: ExamSessionState,
  { dialogue, segment }: SegmentPlace,
  facts: SegmentFacts,
): ExamAttemptFacts {
  const dialogues = run.facts.dialogues.map((each, at) =>
    at === dialogue
      ? { ...each, segments: each.segments.map((known, position) => (position === segment ? facts : known)) }
      : each,
  );
  return { ...run.facts, dialogues };
}

function updateSegment(run: ExamSessionState, change: Partial<SegmentFacts>): ExamSessionState {
  const known = segmentFactsAt(run, run.place);
  return known ? { ...run, facts: replaceSegment(run, run.place, { ...known, ...change }) } : run;
}

const endSession = (run: ExamSessionState, outcome: "finished" | "ended", at: string): ExamSessionTransition =>
  saveFacts({ ...run, facts: { ...run.facts, outcome, ended_at: at }, phase: { kind: "over" } });

function advance(
  run: ExamSessionState,
  at: string,
  why?: EventOf<"recording-interrupted">["why"],
): ExamSessionTransition {
  const facts = why ? addInterruption(run.facts, run.place, why, at) : run.facts;
  const place = placeAfter(run, run.place);
  if (!place) return endSession({ ...run, facts }, "finished", at);
  const arrived = phaseOnArrival(place);
  if (arrived.kind !== "readying") return saveFacts({ facts, place, phase: arrived });
  if (why) return saveFacts({ facts, place, phase: { kind: "halted", why } });
  return saveFacts({ facts, place, phase: arrived }, [{ type: "ready-microphone" }]);
}

function continueSession(run: ExamSessionState): ExamSessionTransition {
  const { phase } = run;
  if (phase.kind === "pause") return changePhase(run, { kind: "briefing" });
  if (phase.kind === "briefing" || phase.kind === "halted")
    return changePhase(run, { kind: "readying" }, { type: "ready-microphone" });
  return stay(run);
}

/** A segment counts as heard even if its playback fails. */
function playSegment(run: ExamSessionState, at: string): ExamSessionTransition {
  if (run.phase.kind !== "readying") return stay(run);
  const facts = replaceSegment(run, run.place, { heard_at: at, repeats: 0, take_seconds: null, interrupted: false });
  return saveFacts({ ...run, facts, phase: { kind: "hearing" } }, [{ type: "play-segment", ...run.place }]);
}

function startRecording(run: ExamSessionState): ExamSessionTransition {
  const turn = (segmentFactsAt(run, run.place)?.repeats ?? 0) + 1;
  return changePhase(run, { kind: "recording" }, { type: "start-recording", ...run.place, attempt: turn });
}

function playbackEnded(
  run: ExamSessionState,
  sound: EventOf<"playback-ended">["sound"],
  rules: ExamSessionRules,
): ExamSessionTransition {
  const { kind } = run.phase;
  if (kind === "hearing" && sound === "segment" && rules.chime.value)
    return changePhase(run, { kind: "chime" }, { type: "play-chime" });
  const isHeard = (kind === "hearing" && sound === "segment") || (kind === "chime" && sound === "chime");
  return isHeard ? startRecording(run) : stay(run);
}

function playbackFailed(run: ExamSessionState, { sound, at }: EventOf<"playback-failed">): ExamSessionTransition {
  const { kind } = run.phase;
  // The segment was heard, so the learner's turn starts even without the chime.
  if (kind === "chime" && sound === "chime") return startRecording(run);
  return kind === "hearing" && sound === "segment" ? advance(run, at, "sound") : stay(run);
}

function finishRecording(run: ExamSessionState, next: SavingPhase["next"]): ExamSessionTransition {
  if (run.phase.kind !== "recording") return stay(run);
  return changePhase(run, { kind: "keeping", next }, { type: "finish-recording" });
}

function afterSaving(run: ExamSessionState, { next }: SavingPhase, at: string): ExamSessionTransition {
  switch (next.kind) {
    case "next":
      return advance(run, at);
    case "halt":
      return advance(run, at, next.why);
    case "end":
      return endSession(run, placeAfter(run, run.place) ? "ended" : "finished", at);
    case "repeat": {
      const repeats = (segmentFactsAt(run, run.place)?.repeats ?? 0) + 1;
      return saveFacts({ ...updateSegment(run, { repeats }), phase: { kind: "hearing" } }, [
        { type: "play-segment", ...run.place },
      ]);
    }
  }
}

function recordingSaved(
  run: ExamSessionState,
  { seconds, interrupted, at }: EventOf<"recording-saved">,
): ExamSessionTransition {
  if (run.phase.kind !== "keeping") return stay(run);
  return afterSaving(updateSegment(run, { take_seconds: seconds, interrupted }), run.phase, at);
}

function endEarly(run: ExamSessionState, { at }: EventOf<"end">): ExamSessionTransition {
  switch (run.phase.kind) {
    case "over":
      return stay(run);
    case "recording":
      return finishRecording(run, { kind: "end" });
    case "keeping":
      return changePhase(run, { kind: "keeping", next: { kind: "end" } });
    case "hearing":
    case "chime": {
      const { run: ended, effects } = endSession(run, "ended", at);
      return { run: ended, effects: [{ type: "stop-audio" }, ...effects] };
    }
    default:
      return endSession(run, "ended", at);
  }
}

export function examSessionTransition(
  run: ExamSessionState,
  event: ExamSessionEvent,
  rules: ExamSessionRules,
): ExamSessionTransition {
  const { phase } = run;
  switch (event.type) {
    case "continue":
      return continueSession(run);
    case "microphone-ready":
      return playSegment(run, event.at);
    case "microphone-failed":
      if (phase.kind !== "readying") return stay(run);
      return saveFacts({
        ...run,
        facts: addInterruption(run.facts, run.place, "microphone", event.at),
        phase: { kind: "halted", why: "microphone" },
      });
    case "playback-ended":
      return playbackEnded(run, event.sound, rules);
    case "playback-failed":
      return playbackFailed(run, event);
    case "next":
      return finishRecording(run, { kind: "next" });
    case "repeat":
      return repeatAvailability(run, rules) === "impossible" ? stay(run) : finishRecording(run, { kind: "repeat" });
    case "recording-failed":
      return phase.kind === "recording" ? advance(run, event.at, "microphone") : stay(run);
    case "recording-interrupted":
      return finishRecording(run, { kind: "halt", why: event.why });
    case "recording-saved":
      return recordingSaved(run, event);
    case "recording-lost":
      return phase.kind === "keeping" ? afterSaving(run, phase, event.at) : stay(run);
    case "end":
      return endEarly(run, event);
  }
}
