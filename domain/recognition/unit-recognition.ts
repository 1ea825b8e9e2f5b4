import type { ScoringUnit } from "../content/pack.ts";

/** "unsure" leaves the decision to the learner. A wrong "not-heard" is worse than an unnecessary "unsure". */
export type UnitRecognition = "heard" | "not-heard" | "unsure";

/** `text` is the unit's English wording. */
export type ExpectedUnit = {
  kind: ScoringUnit["kind"];
  text: string;
  accepted?: readonly string[] | undefined;
};

export function combineRecognitions(parts: readonly UnitRecognition[]): UnitRecognition {
  const [first = "unsure"] = parts;
  return parts.every((part) => part === first) ? first : "unsure";
}
