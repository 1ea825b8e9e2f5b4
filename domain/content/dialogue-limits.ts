/*
 * The limits of a dialogue. Packs are checked against them when they are imported, built and published, and exam attempts
 * store no more, so that every dialogue that is published can be sat and marked.
 */

/** The most segments of a dialogue. */
export const mostSegments = 60;
/** The most scoring units of a segment. */
export const mostUnits = 100;
/** The most words of a dialogue. */
export const mostWords = 10_000;
/** The longest title, in characters. */
export const longestTitle = 200;
/** The longest of any other text, in characters: a segment has at most 35 words, a briefing two sentences. */
export const longestText = 2000;
/** The longest version, in characters. */
export const longestVersion = 100;

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
    [title.length > longestTitle, `has a title of more than ${longestTitle} characters`],
    [version.length > longestVersion, `has a version of more than ${longestVersion} characters`],
    [words > mostWords, `has more than ${mostWords.toLocaleString("en")} words`],
    [units.length > mostSegments, `has ${units.length} segments: ${mostSegments} are the most`],
    ...units.map((count, index): [boolean, string] => [
      count > mostUnits,
      `has ${count} scoring units in segment ${index + 1}: ${mostUnits} are the most`,
    ]),
  ];
  return faults.flatMap(([isExceeded, fault]) => (isExceeded ? [fault] : []));
}
