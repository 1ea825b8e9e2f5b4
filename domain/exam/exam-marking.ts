import { fingerprint } from "../content/fingerprint.ts";
import type { ScoringUnit } from "../content/pack.ts";
import {
  type ExamDialogue,
  type MarkingChange,
  type MarkingNote,
  maxNotes,
  maxTicks,
  type UnitOutcome,
} from "./exam-attempt.ts";

/** Positions from 0. */
export type Place = { dialogue: number; segment: number };

export function isSamePlace(one: Place, other: Place | undefined): boolean {
  return one.dialogue === other?.dialogue && one.segment === other.segment;
}

export function distinctPlaces(places: readonly Place[]): Place[] {
  const sorted = places
    .map(({ dialogue, segment }) => ({ dialogue, segment }))
    .sort((one, other) => one.dialogue - other.dialogue || one.segment - other.segment);
  return sorted.filter((place, at) => !isSamePlace(place, sorted[at - 1]));
}

export type Note = MarkingNote & { id: string };

/** `sign` is the fingerprint that the unit had when it was ticked. */
export type Tick = Place & { unit: number; sign: string; outcome: UnitOutcome };

/** A marking stores one change per key. */
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

/** Does not depend on the order of the change's fields. */
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

/** Changes of the same instant are ordered by content, so that all devices choose the same change. */
function isLater(one: MarkingChange, other: MarkingChange): boolean {
  const apart = Date.parse(one.changed_at) - Date.parse(other.changed_at);
  return apart === 0 ? contentKey(one) > contentKey(other) : apart > 0;
}

/**
 * Copies of a marking may be merged in any order and more than once, with the same result.
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

export function isSameSubject(one: MarkingChange, other: MarkingChange): boolean {
  return subjectKey(one) === subjectKey(other);
}

const changeLimits = [
  ["note", maxNotes],
  ["tick", maxTicks],
] as const;

/** The limits do not apply to changes of stored notes and ticks. */
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

/**
 * Leaves out removals of unknown subjects, because such removals have no effect.
 * @param stored the changes of the marking after the merge
 */
export function findRejectedChanges(
  stored: readonly MarkingChange[],
  added: readonly MarkingChange[],
): MarkingChange[] {
  const known = new Set(stored.map(subjectKey));
  return added.filter((change) => !known.has(subjectKey(change)) && contentKey(change) !== "");
}

/** In seconds. Rounding may move a note past the end of its recording. */
const endTolerance = 0.1;

export function isAfterRecordingEnd(
  dialogues: readonly Pick<ExamDialogue, "segments">[],
  change: MarkingChange,
): boolean {
  if (change.type !== "note" || !change.note) return false;
  const { dialogue, segment, at_seconds: at } = change.note;
  const end = dialogues[dialogue]?.segments[segment]?.take_seconds;
  return typeof end === "number" && at > end + endTolerance;
}

export function notesOf(changes: readonly MarkingChange[]): Note[] {
  const notes = mergeChanges(changes, []).flatMap((change) =>
    change.type === "note" && change.note ? [{ ...change.note, id: change.id }] : [],
  );
  return notes.sort(
    (one, other) => one.dialogue - other.dialogue || one.segment - other.segment || one.at_seconds - other.at_seconds,
  );
}

export function ticksOf(changes: readonly MarkingChange[]): Tick[] {
  return mergeChanges(changes, []).flatMap((change) => {
    if (change.type !== "tick" || change.outcome === null) return [];
    const { dialogue, segment, unit, sign, outcome } = change;
    return [{ dialogue, segment, unit, sign, outcome }];
  });
}

/** A tick stores this fingerprint, because a later version of the dialogue may have other units. */
export function unitFingerprint({ kind, original, translation }: ScoringUnit): string {
  return fingerprint([kind, original, translation].join("\n")).toString(16).padStart(8, "0");
}

export function outcomesOf(
  ticks: readonly Tick[],
  place: Place,
  units: readonly ScoringUnit[],
): (UnitOutcome | null)[] {
  const here = ticks.filter((tick) => isSamePlace(tick, place));
  return units.map((unit, at) => {
    const sign = unitFingerprint(unit);
    return here.find((tick) => tick.unit === at && tick.sign === sign)?.outcome ?? null;
  });
}

export function markedSegments(changes: readonly MarkingChange[]): Place[] {
  return mergeChanges(changes, []).flatMap((change) =>
    change.type === "segment" && change.marked ? [{ dialogue: change.dialogue, segment: change.segment }] : [],
  );
}

export function markerOf(changes: readonly MarkingChange[]): string {
  const [name = ""] = mergeChanges(changes, []).flatMap((change) => (change.type === "marker" ? [change.name] : []));
  return name;
}

/** A marking without a marker's name is the learner's own. */
export function isOwnMarker(name: string): boolean {
  return name.trim() === "";
}
