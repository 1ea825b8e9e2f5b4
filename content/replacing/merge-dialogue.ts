import type { DialogueScript, ScriptSegment } from "../authoring/script-source.ts";
import type { NewScript } from "../authoring/write-script.ts";
import type { Column } from "../tables/columns.ts";
import type { TableDialogue } from "../tables/parse-dialogue-table.ts";
import { printedArabic } from "../voices/arabic-vowels.ts";
import { alignSegments } from "./align-segments.ts";

export function mergeDialogue(
  former: DialogueScript,
  table: TableDialogue,
  columns: ReadonlySet<Column>,
  title?: string,
): NewScript {
  const { language } = former;
  const briefing = columns.has("briefing") ? table.briefing : former.briefing;
  const licence = columns.has("licence") ? table.licence : former.licence;
  const level = columns.has("level") ? table.level : former.level;
  const english_words = columns.has("english_words") ? table.english_words : former.english_words;
  const review = columns.has("review") ? table.review : hasSameTexts(former, table) ? former.review : undefined;
  return {
    title: title ?? table.title ?? former.title,
    ...(briefing ? { briefing } : {}),
    ...(licence ? { licence } : {}),
    ...(review ? { review } : {}),
    ...(level ? { level } : {}),
    ...(english_words ? { english_words } : {}),
    voices: { english: former.voices.english, [language]: former.voices.other, ...table.voices },
    segments: alignSegments(former.segments, table.segments).flatMap(({ former: from, next: to }) => {
      const segment = to === null ? undefined : table.segments[to];
      const before = from === null ? undefined : former.segments[from];
      return segment ? [before ? mergeSegment(before, segment, columns) : segment] : [];
    }),
  };
}

type Texts = { segments: readonly ScriptSegment[] };

/** A review does not cover texts that have changed since the review. */
function hasSameTexts(one: Texts, other: Texts): boolean {
  const texts = ({ segments }: Texts) =>
    JSON.stringify(segments.map((segment) => [segment.original, segment.translation]));
  return texts(one) === texts(other);
}

function mergeSegment(before: ScriptSegment, segment: ScriptSegment, columns: ReadonlySet<Column>): ScriptSegment {
  const { units: _units, ...texts } = segment;
  const role = columns.has("speaker") || before.speaker !== segment.speaker ? segment.role : before.role;
  const units = columns.has("units") ? segment.units : keepUnits(before, segment);
  return { ...texts, role, ...(units && units.length > 0 ? { units } : {}) };
}

function keepUnits({ units = [] }: ScriptSegment, { original, translation }: ScriptSegment): ScriptSegment["units"] {
  const contains = (text: string, words: string) => text.includes(words) || printedArabic(text).includes(words);
  return units.filter((unit) => contains(original, unit.original) && contains(translation, unit.translation));
}
