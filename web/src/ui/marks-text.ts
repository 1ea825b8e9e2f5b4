import type { Shortfall } from "../../../domain/exam/exam-result.ts";
import { countedText } from "./counted-text.ts";

/** Returns text such as "1.5 marks", without a line break between number and noun. */
export function marksText(marks: number): string {
  return countedText(marks, "mark").replace(" ", "\u00a0");
}

export function shortfallText(shortfall: Shortfall): string {
  switch (shortfall.kind) {
    case "unheard":
      return `${countedText(shortfall.segments, "segment was", "segments were")} not heard.`;
    case "dialogue":
      return `Dialogue ${shortfall.dialogue + 1} has ${marksText(shortfall.marks)}. A pass needs ${shortfall.least}.`;
    case "total":
      return `The total is ${marksText(shortfall.marks)}. A pass needs ${shortfall.least}.`;
  }
}
