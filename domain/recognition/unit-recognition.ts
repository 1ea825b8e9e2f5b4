import type { ScoringUnit } from "../content/pack.ts";

/**
 * "unsure" leaves the decision to the learner. A wrong "not-heard" is worse than a missing one, because it annoys the
 * learner.
 */
export type UnitRecognition = "heard" | "not-heard" | "unsure";

/** `text` is the English wording in the reference. `accepted` has other wordings that convey the unit. */
export type ExpectedUnit = {
  kind: ScoringUnit["kind"];
  text: string;
  accepted?: readonly string[] | undefined;
};

/** Returns the outcome that all parts of a unit share; "unsure" if the parts differ. */
export function combineRecognitions(parts: readonly UnitRecognition[]): UnitRecognition {
  const [first = "unsure"] = parts;
  return parts.every((part) => part === first) ? first : "unsure";
}
