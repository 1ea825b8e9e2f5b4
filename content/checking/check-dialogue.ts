import type { LanguageName } from "../../domain/language.ts";
import { audioPaths, metadataPath, type Segment, SegmentList } from "../../domain/scenario.ts";
import type { PackReader } from "./pack-reader.ts";
import { lengthProblem } from "./script-length.ts";

/** Checks the dialogue in a folder; gives the paths of its recordings that are there. */
export async function checkDialogue(pack: PackReader, language: LanguageName, folder: string): Promise<string[]> {
  const name = metadataPath(folder);
  const segments = await pack.readJson(name, SegmentList);
  if (!segments) return [];
  if (segments.length === 0) pack.report(name, "has no segments");
  const audio = new Set<string>();
  return segments.flatMap((segment, index) => {
    for (const problem of segmentProblems(segment, language)) pack.report(name, `segment ${index + 1} ${problem}`);
    if (audio.has(segment.audio)) pack.report(name, `segment ${index + 1} uses ${segment.audio} a second time`);
    audio.add(segment.audio);
    return Object.values(audioPaths(folder, segment)).filter((file) => pack.expect(file));
  });
}

function segmentProblems(segment: Segment, language: LanguageName): string[] {
  const problems: string[] = [];
  if (segment.name.trim() === "") problems.push("does not say who speaks");
  if (segment.original_script.trim() === "") problems.push("has no original script");
  if (segment.translated_script.trim() === "") problems.push("has no translated script");
  const spoken = segment.original_language;
  if (spoken && spoken !== "english" && spoken !== language) {
    problems.push(`is in ${spoken}, but the dialogue is between English and ${language}`);
  }
  const tooLong = lengthProblem(segment.original_script);
  if (tooLong) problems.push(tooLong);
  return problems;
}
