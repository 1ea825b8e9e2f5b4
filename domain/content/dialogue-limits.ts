/*
 * Limits of a dialogue. Schemas of learners' data, such as exam attempts and shares, use some of these constants too,
 * because these schemas must accept every dialogue that passes the content tool's check.
 */

export const maxSegments = 60;
export const maxUnitsPerSegment = 100;
export const maxAcceptedWordings = 20;
/** English names and terms in texts of the other language, per dialogue. */
export const maxEnglishWords = 100;
export const maxDialogueWords = 10_000;
export const maxDialogueTitleLength = 200;
export const maxDialogueTextLength = 2000;
export const maxDialogueVersionLength = 100;

type DialogueFacts = {
  title: string;
  version?: string | undefined;
  words?: number | undefined;
  units: readonly number[];
};

/** Returns each exceeded limit as the end of a sentence. */
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
