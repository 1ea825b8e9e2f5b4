import type { DialogueScript, ScriptSegment } from "../authoring/script-source.ts";
import type { NewScript } from "../authoring/write-script.ts";
import { formatUnitCell, formatWordList } from "../tables/cells.ts";
import { formatReview } from "../tables/review-cell.ts";
import { alignSegments } from "./align-segments.ts";

type Facts = Readonly<Record<string, string>>;

const factsOf = ({ title, briefing = "", licence = "", review, level, english_words = [] }: NewScript): Facts => ({
  ...{ title, briefing, licence, level: level ?? "" },
  review: review ? formatReview(review) : "",
  "English words": formatWordList(english_words),
});
const segmentFacts = ({ role, speaker, original, translation, units = [] }: ScriptSegment): Facts => ({
  speaker: role,
  language: speaker,
  original,
  translation,
  units: formatUnitCell(units),
});

function describeFacts(before: Facts, after: Facts): string[] {
  return Object.keys(after).flatMap((name) => {
    const [old = "", fresh = ""] = [before[name], after[name]];
    if (old === fresh) return [];
    if (old === "") return [`${name}: “${fresh}” (new)`];
    return [fresh === "" ? `${name}: “${old}” is removed` : `${name}: “${old}” becomes “${fresh}”`];
  });
}

function describeVoices({ language, voices }: DialogueScript, next: NewScript): string[] {
  const before = { english: voices.english, [language]: voices.other };
  return describeFacts(before, { ...before, ...next.voices }).map((line) => `voice of ${line}`);
}

export function describeReplacement(former: DialogueScript, next: NewScript): string[] {
  const lines = [
    ...describeFacts(factsOf({ ...former, voices: undefined }), factsOf(next)),
    ...describeVoices(former, next),
  ];
  const unchanged: number[] = [];
  const segments: string[] = [];
  for (const pair of alignSegments(former.segments, next.segments)) {
    const before = pair.former === null ? undefined : former.segments[pair.former];
    const after = pair.next === null ? undefined : next.segments[pair.next];
    if (!after) {
      segments.push(`former segment ${Number(pair.former) + 1} is removed: “${before?.original}”`);
      continue;
    }
    const number = Number(pair.next) + 1;
    const place = pair.former === null || pair.former === pair.next ? "" : ` (was ${pair.former + 1})`;
    if (!before) segments.push(`segment ${number} is new: “${after.original}” – “${after.translation}”`);
    else {
      const changes = describeFacts(segmentFacts(before), segmentFacts(after));
      if (changes.length === 0 && place === "") unchanged.push(number);
      else if (changes.length === 0) segments.push(`segment ${number}${place}: unchanged`);
      segments.push(...changes.map((change) => `segment ${number}${place}, ${change}`));
    }
  }
  if (lines.length === 0 && segments.length === 0) return [];
  const same = unchanged.length > 0 ? [`unchanged segments: ${joinRanges(unchanged)}`] : [];
  return [...lines, ...segments, ...same];
}

/** Joins rising numbers, as in "1–3, 5". */
function joinRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}
