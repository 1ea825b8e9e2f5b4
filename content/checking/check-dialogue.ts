import type { LanguageName } from "../../domain/content/language.ts";
import { audioPaths, type Segment, SegmentList } from "../../domain/content/pack.ts";
import { metadataPath } from "../../domain/content/scenario.ts";
import type { PackReader } from "./pack-reader.ts";
import { segmentProblems } from "./segment-problems.ts";

/** A dialogue of a pack: the paths of its recordings that are there, and what is said in it. */
export type CheckedDialogue = { recordings: string[]; segments: readonly Segment[] };

/** Checks the dialogue in a folder. */
export async function checkDialogue(
  pack: PackReader,
  language: LanguageName,
  folder: string,
): Promise<CheckedDialogue> {
  const name = metadataPath(folder);
  const segments = (await pack.readJson(name, SegmentList)) ?? [];
  if (segments.length === 0 && pack.files.has(name) && !pack.hasProblem(name)) pack.report(name, "has no segments");
  const audio = new Set<string>();
  const recordings = segments.flatMap((segment, index) => {
    for (const problem of segmentProblems(segment, language)) pack.report(name, `segment ${index + 1} ${problem}`);
    if (audio.has(segment.audio)) pack.report(name, `segment ${index + 1} uses ${segment.audio} a second time`);
    audio.add(segment.audio);
    return Object.values(audioPaths(folder, segment)).filter((file) => pack.expect(file));
  });
  return { recordings, segments };
}
