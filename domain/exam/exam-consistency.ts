import type { ExamAttemptFacts, SegmentFacts } from "./exam-attempt.ts";

/** An instant may be this much later than the server's clock, because the device's clock may differ. */
const maxClockLeadMs = 10 * 60_000;

const listInstants = ({ started_at, ended_at, dialogues, interruptions }: ExamAttemptFacts): string[] => [
  started_at,
  ...(ended_at === undefined ? [] : [ended_at]),
  ...dialogues.flatMap(({ segments }) => segments.flatMap((segment) => segment?.heard_at ?? [])),
  ...interruptions.map(({ at }) => at),
];

/** Returns the first rule that the facts break, as a sentence. */
export function findContradiction(facts: ExamAttemptFacts, now: Date): string | null {
  const { outcome, started_at, ended_at } = facts;
  if (outcome === "running" && ended_at !== undefined) return "An exam that goes on has no end";
  if (outcome !== "running" && ended_at === undefined) return "An exam that is over has an end";
  if (ended_at !== undefined && Date.parse(ended_at) < Date.parse(started_at)) return "An exam ends after its start";
  const latest = now.getTime() + maxClockLeadMs;
  return listInstants(facts).some((instant) => Date.parse(instant) > latest) ? "An exam takes place in the past" : null;
}

/** The device's clock may be wrong or change during an exam. The server refuses contradictory instants. */
export function clampInstants(facts: ExamAttemptFacts, now: Date): ExamAttemptFacts {
  const notAfter = (latest: string, instant: string) => (Date.parse(instant) > Date.parse(latest) ? latest : instant);
  const past = (instant: string) => notAfter(now.toISOString(), instant);
  const heard = (segment: SegmentFacts | null) => segment && { ...segment, heard_at: past(segment.heard_at) };
  const end = facts.ended_at === undefined ? {} : { ended_at: past(facts.ended_at) };
  return {
    ...facts,
    ...end,
    started_at: notAfter(end.ended_at ?? now.toISOString(), facts.started_at),
    dialogues: facts.dialogues.map((dialogue) => ({ ...dialogue, segments: dialogue.segments.map(heard) })),
    interruptions: facts.interruptions.map((interruption) => ({ ...interruption, at: past(interruption.at) })),
  };
}
