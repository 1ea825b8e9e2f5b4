import type { ExamResult, Shortfall } from "../../../../../domain/exam/exam-result.ts";
import { marksText } from "./marking-words.ts";

/** Why a mock is no pass, in a sentence. */
export function shortfallText(shortfall: Shortfall): string {
  switch (shortfall.kind) {
    case "unheard": {
      const { segments } = shortfall;
      return `${segments} ${segments === 1 ? "segment was" : "segments were"} not heard.`;
    }
    case "dialogue":
      return `Dialogue ${shortfall.dialogue + 1} has ${marksText(shortfall.marks)}, and a pass needs ${shortfall.least}.`;
    case "total":
      return `All together are ${marksText(shortfall.marks)}, and a pass needs ${shortfall.least}.`;
  }
}

/** What a marking says: it is a result only once every segment that was heard is marked. */
export type Verdict = {
  title: string;
  reasons: readonly string[];
  isFinal: boolean;
};

/** @param pass the least of each dialogue's marks and of all */
export function verdictOf(
  { passed, shortfalls, marked, heard, isBegun }: ExamResult,
  pass: { total: number; each: number },
): Verdict {
  const left = heard - marked;
  const isFinal = left === 0 && heard > 0;
  if (heard === 0) return { title: "Nothing to mark", reasons: ["No segment was heard."], isFinal };
  if (!isBegun) return { title: "Not marked yet", reasons: [`${heard} segments are to be marked.`], isFinal };
  if (left > 0) {
    const words = `${left} of ${heard} segments ${left === 1 ? "is" : "are"} still to be marked.`;
    return { title: "Not marked to the end", reasons: [words], isFinal };
  }
  if (passed) {
    const words = `At least ${pass.each} in each dialogue and ${pass.total} together.`;
    return { title: "Pass", reasons: [words], isFinal };
  }
  return { title: "Fail", reasons: shortfalls.map(shortfallText), isFinal };
}
