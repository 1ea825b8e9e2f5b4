import type { ScoringUnit } from "../../../domain/content/pack.ts";

export const unitKindNames: Readonly<Record<ScoringUnit["kind"], { one: string; many: string }>> = {
  number: { one: "Number", many: "Numbers" },
  date: { one: "Date", many: "Dates" },
  name: { one: "Name", many: "Names" },
  negation: { one: "Negation", many: "Negations" },
  term: { one: "Term", many: "Terms" },
  "key-idea": { one: "Key idea", many: "Key ideas" },
};
