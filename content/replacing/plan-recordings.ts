import { segmentId } from "../../domain/content/scenario.ts";
import type { DialogueScript, ScriptSegment } from "../authoring/script-source.ts";
import { type LongRecordingKind, longRecordingKinds } from "../building/long-recording.ts";
import { referenceAudioSuffix } from "../building/needed-audio.ts";
import { alignSegments, spokenWords } from "./align-segments.ts";

/** The name of a recording's file without its ending, or a part of a long recording. `part` counts from 0. */
export type RecordingOrigin = { name: string } | { kind: LongRecordingKind; part: number };

/** Names are relative to the dialogue's folder, and have no ending. */
export type RecordingPlan = {
  /** Origins by new name. */
  moved: ReadonlyMap<string, RecordingOrigin>;
  /** Files that do not stay under their names, for example because their words have changed. */
  setAside: readonly string[];
};

const sideOf = { originals: "original", translations: "translation" } as const;

const nameOf = (kind: LongRecordingKind, index: number) =>
  `${segmentId(index)}${kind === "originals" ? "" : referenceAudioSuffix}`;

const isSpokenAlike = (one: ScriptSegment | undefined, other: ScriptSegment, kind: LongRecordingKind) =>
  one?.speaker === other.speaker && spokenWords(one[sideOf[kind]]) === spokenWords(other[sideOf[kind]]);

export function planRecordings(
  former: Pick<DialogueScript, "segments">,
  next: readonly ScriptSegment[],
  names: ReadonlySet<string>,
): RecordingPlan {
  const moved = new Map<string, RecordingOrigin>();
  const kept = new Set<string>();
  const pairs = new Map(alignSegments(former.segments, next).map((pair) => [pair.next, pair.former]));
  for (const kind of longRecordingKinds) {
    const before = former.segments;
    const fits = before.length === next.length && next.every((one, at) => isSpokenAlike(before[at], one, kind));
    if (fits) kept.add(kind);
    for (const [index, segment] of next.entries()) {
      const paired = pairs.get(index) ?? -1;
      const from = isSpokenAlike(before[paired], segment, kind)
        ? paired
        : before.findIndex((one) => isSpokenAlike(one, segment, kind));
      if (from < 0) continue;
      const [oldName, newName] = [nameOf(kind, from), nameOf(kind, index)];
      if (names.has(oldName) && from === index) kept.add(oldName);
      else if (names.has(oldName)) moved.set(newName, { name: oldName });
      else if (names.has(kind) && !fits) moved.set(newName, { kind, part: from });
    }
  }
  return { moved, setAside: [...names].filter((name) => !kept.has(name)).toSorted() };
}
