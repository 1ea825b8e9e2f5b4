/*
 * The limits of a dialogue. Packs are checked against them when they are imported, built and published, and exam attempts
 * store no more, so that every dialogue that is published can be sat and marked.
 */

/** The most segments of a dialogue. */
export const maxSegments = 60;
/** The most scoring units of a segment. */
export const maxUnitsPerSegment = 100;
/** The most words of a dialogue. */
export const maxDialogueWords = 10_000;
/** The longest title, in characters. */
export const maxDialogueTitleLength = 200;
/** The longest of any other text, in characters: a segment has at most 35 words, a briefing two sentences. */
export const maxDialogueTextLength = 2000;
/** The longest version, in characters. */
export const maxDialogueVersionLength = 100;

/** The facts of a dialogue that its pack states. */
type DialogueFacts = {
  title: string;
  version?: string | undefined;
  words?: number | undefined;
  /** The number of scoring units of each segment. */
  units: readonly number[];
};

/** Lists the limits that a dialogue exceeds, each as the end of a sentence. */
export function exceededLimits({ title, version = "", words = 0, units }: DialogueFacts): string[] {
  const faults: [isExceeded: boolean, fault: string][] = [
    [title.length > maxDialogueTitleLength, `has a title of more than ${maxDialogueTitleLength} characters`],
    [version.length > maxDialogueVersionLength, `has a version of more than ${maxDialogueVersionLength} characters`],
    [words > maxDialogueWords, `has more than ${maxDialogueWords.toLocaleString("en")} words`],
    [units.length > maxSegments, `has ${units.length} segments: ${maxSegments} are the most`],
    ...units.map((count, index): [boolean, string] => [
      count > maxUnitsPerSegment,
      `has ${count} scoring units in segment ${index + 1}: ${maxUnitsPerSegment} are the most`,
    ]),
  ];
  return faults.flatMap(([isExceeded, fault]) => (isExceeded ? [fault] : []));
}
