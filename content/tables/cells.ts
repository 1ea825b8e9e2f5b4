import { type ScoringUnit, unitKinds } from "../../domain/content/pack.ts";

/** Matches text that a spreadsheet would compute as a formula, with signs of half or full width. Leading apostrophes are guards. */
const formulaLike = /^'*[=+\-@＝＋－＠]/;

/** A text as a cell in which no spreadsheet computes; `unguarded` gives it back as it was. */
export function guardFormula(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text;
}

/** Whether a cell says that it is a text, whatever it looks like. */
export function isGuarded(cell: string): boolean {
  return cell.startsWith("'") && formulaLike.test(cell);
}

/** The text that a cell means. */
export function unguardFormula(cell: string): string {
  return isGuarded(cell) ? cell.slice(1) : cell;
}

/** A character by itself, or after a backslash. */
const escapedCharacter = String.raw`(?:\\.|[^\\|=])`;
const unitPattern = new RegExp(
  String.raw`^\s*(?<kind>[a-z -]+?)\s*:(?<original>${escapedCharacter}+)=(?<translation>${escapedCharacter}+)$`,
  "i",
);

const escapeUnit = (text: string) => text.replace(/[\\|=]/g, String.raw`\$&`);
const unescapeUnit = (text: string) => text.trim().replace(/\\(.)/g, "$1");

/** Units as they stand in a cell: "kind: words = words in translation", separated by "|"; a backslash before one of \ | = in words. */
export function formatUnitCell(units: readonly ScoringUnit[]): string {
  return units
    .map(({ kind, original, translation }) => `${kind}: ${escapeUnit(original)} = ${escapeUnit(translation)}`)
    .join(" | ");
}

/** The units in a cell, and what in it is none. */
export function parseUnitCell(cell: string): { units: ScoringUnit[]; faults: string[] } {
  const units: ScoringUnit[] = [];
  const faults: string[] = [];
  for (const part of cell.match(/(?:\\.|[^\\|]|\\$)+/g) ?? []) {
    if (part.trim() === "") continue;
    const { kind = "", original = "", translation = "" } = unitPattern.exec(part)?.groups ?? {};
    const written = kind.toLowerCase().replaceAll(" ", "-");
    const known = unitKinds.find((one) => one === written);
    const unit = { original: unescapeUnit(original), translation: unescapeUnit(translation) };
    if (known && unit.original !== "" && unit.translation !== "") units.push({ kind: known, ...unit });
    else faults.push(part.trim());
  }
  return { units, faults };
}
