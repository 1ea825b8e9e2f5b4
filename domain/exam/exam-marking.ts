import type { ScoringUnit } from "../content/pack.ts";
import {
  type ExamDialogue,
  type MarkingChange,
  type MarkingNote,
  maxNotes,
  maxTicks,
  type UnitOutcome,
} from "./exam-attempt.ts";

/** Where in a mock, by positions from 0. */
export type Place = { dialogue: number; segment: number };

/** An error that was noted, and by which id it can be changed or taken back. */
export type Note = MarkingNote & { id: string };

/** A scoring unit that was ticked; `unit` is its position in the segment, from 0, and `sign` what it said then. */
export type Tick = Place & { unit: number; sign: string; outcome: UnitOutcome };

/** What a change is of; of two changes of the same thing only one stays. */
function subjectKey(change: MarkingChange): string {
  switch (change.type) {
    case "note":
      return `note ${change.id}`;
    case "tick":
      return `tick ${change.dialogue} ${change.segment} ${change.unit} ${change.sign}`;
    case "segment":
      return `segment ${change.dialogue} ${change.segment}`;
    case "marker":
      return "marker";
  }
}

/** Where a change is about; undefined where it is about no segment. */
export function placeOf(change: MarkingChange): Place | undefined {
  switch (change.type) {
    case "note":
      return change.note ?? undefined;
    case "tick":
    case "segment":
      return change;
    case "marker":
      return undefined;
  }
}

/** What a change says, as a text that is the same wherever it was stored; "" where it takes something back. */
function contentKey(change: MarkingChange): string {
  switch (change.type) {
    case "note": {
      if (!change.note) return "";
      const { dialogue, segment, kind, at_seconds, deduction, remark } = change.note;
      return JSON.stringify([dialogue, segment, kind, at_seconds, deduction, remark]);
    }
    case "tick":
      return change.outcome ?? "";
    case "segment":
      return change.marked ? "marked" : "";
    case "marker":
      return change.name;
  }
}

/** Changes of the same instant are told apart by what they say, so that all devices choose the same, and what says something stays. */
function isLater(one: MarkingChange, other: MarkingChange): boolean {
  const apart = Date.parse(one.changed_at) - Date.parse(other.changed_at);
  return apart === 0 ? contentKey(one) > contentKey(other) : apart > 0;
}

/**
 * The changes of two copies of a marking as one: the latest of each thing, in an order that depends on nothing but the
 * changes. Whichever copy comes first, however often one comes, and however many there are, the outcome is the same.
 * Why: docs/decisions/0096-merge-markings.md
 */
export function mergeChanges(one: readonly MarkingChange[], other: readonly MarkingChange[]): MarkingChange[] {
  const latest = new Map<string, MarkingChange>();
  for (const change of [...one, ...other]) {
    const subject = subjectKey(change);
    const known = latest.get(subject);
    if (!known || isLater(change, known)) latest.set(subject, change);
  }
  return [...latest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
}

/** Whether two changes are of the same thing. */
export function isSameSubject(one: MarkingChange, other: MarkingChange): boolean {
  return subjectKey(one) === subjectKey(other);
}

const changeLimits = [
  ["note", maxNotes],
  ["tick", maxTicks],
] as const;

/** Merges changes into a marking as far as it has room: of those that are new to it, the earliest fit first. */
export function mergeWithinLimits(stored: readonly MarkingChange[], added: readonly MarkingChange[]): MarkingChange[] {
  const known = new Set(stored.map(subjectKey));
  const merged = mergeChanges(stored, added);
  const tooMany = changeLimits.flatMap(([type, most]) => {
    const ofType = merged.filter((change) => change.type === type);
    const news = ofType.filter((change) => !known.has(subjectKey(change)));
    const room = Math.max(0, most - (ofType.length - news.length));
    return news.toSorted((one, other) => Date.parse(one.changed_at) - Date.parse(other.changed_at)).slice(room);
  });
  return merged.filter((change) => !tooMany.includes(change));
}

/** The changes for which a marking had no room. One that takes back what is not there needs none. */
export function findRejectedChanges(
  stored: readonly MarkingChange[],
  added: readonly MarkingChange[],
): MarkingChange[] {
  const known = new Set(stored.map(subjectKey));
  return added.filter((change) => !known.has(subjectKey(change)) && contentKey(change) !== "");
}

/** Moments are noted in tenths of a second, so a note may come this much after the end, in seconds. */
const endTolerance = 0.1;

/** Whether a change notes an error after the end of its recording. A recording of unknown length has no end. */
export function isAfterRecordingEnd(
  dialogues: readonly Pick<ExamDialogue, "segments">[],
  change: MarkingChange,
): boolean {
  if (change.type !== "note" || !change.note) return false;
  const { dialogue, segment, at_seconds: at } = change.note;
  const end = dialogues[dialogue]?.segments[segment]?.take_seconds;
  return typeof end === "number" && at > end + endTolerance;
}

/** The errors that are noted, in the order in which they were heard. */
export function notesOf(changes: readonly MarkingChange[]): Note[] {
  const notes = mergeChanges(changes, []).flatMap((change) =>
    change.type === "note" && change.note ? [{ ...change.note, id: change.id }] : [],
  );
  return notes.sort(
    (one, other) => one.dialogue - other.dialogue || one.segment - other.segment || one.at_seconds - other.at_seconds,
  );
}

/** The scoring units that are ticked, in no particular order: each is found by its place. */
export function ticksOf(changes: readonly MarkingChange[]): Tick[] {
  return mergeChanges(changes, []).flatMap((change) => {
    if (change.type !== "tick" || change.outcome === null) return [];
    const { dialogue, segment, unit, sign, outcome } = change;
    return [{ dialogue, segment, unit, sign, outcome }];
  });
}

/**
 * A short sign of what a scoring unit says (FNV-1a, 32 bits, as hexadecimal digits). By it a tick is known to be of the unit
 * that stands in its place, whatever became of the dialogue since.
 */
export function unitFingerprint({ kind, original, translation }: ScoringUnit): string {
  let hash = 0x811c9dc5;
  for (const character of [kind, original, translation].join("\n")) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** What each scoring unit of a segment came to; null of one that is not ticked, or took the place of one that was. */
export function outcomesOf(
  ticks: readonly Tick[],
  { dialogue, segment }: Place,
  units: readonly ScoringUnit[],
): (UnitOutcome | null)[] {
  const here = ticks.filter((tick) => tick.dialogue === dialogue && tick.segment === segment);
  return units.map((unit, at) => {
    const sign = unitFingerprint(unit);
    return here.find((tick) => tick.unit === at && tick.sign === sign)?.outcome ?? null;
  });
}

/** The segments that are marked, in no particular order. */
export function markedSegments(changes: readonly MarkingChange[]): Place[] {
  return mergeChanges(changes, []).flatMap((change) =>
    change.type === "segment" && change.marked ? [{ dialogue: change.dialogue, segment: change.segment }] : [],
  );
}

/** Who marks, as they call themselves; "" where they have not said. */
export function markerOf(changes: readonly MarkingChange[]): string {
  const [name = ""] = mergeChanges(changes, []).flatMap((change) => (change.type === "marker" ? [change.name] : []));
  return name;
}

/** Whether a marking is the learner's own: only those of others carry a marker's name. */
export function isOwnMarker(name: string): boolean {
  return name.trim() === "";
}
