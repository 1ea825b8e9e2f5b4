import { type ScoringUnit, unitKinds } from "../../domain/content/pack.ts";

/**
 * Matches a text that a spreadsheet may evaluate as a formula. Also matches apostrophes before such a text, so that
 * `unguardFormula` reverts `guardFormula` for every text.
 */
const formulaLike = /^'*[=+\-@＝＋－＠]/;

export function guardFormula(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text;
}

export function isGuarded(cell: string): boolean {
  return cell.startsWith("'") && formulaLike.test(cell);
}

export function unguardFormula(cell: string): string {
  return isGuarded(cell) ? cell.slice(1) : cell;
}

const escapedCharacter = String.raw`(?:\\.|[^\\|=])`;
/** Matches a tilde that is not escaped. */
const acceptedSeparator = /(?<=^(?:\\.|[^\\])*)~/u;
const unitPattern = new RegExp(
  String.raw`^\s*(?<kind>[\p{Letter} -]+?)\s*:(?<original>${escapedCharacter}+)=(?<translation>${escapedCharacter}+)$`,
  "u",
);

const escapeUnit = (text: string) => text.replace(/[\\|=~]/g, String.raw`\$&`);
const unescapeUnit = (text: string) => text.trim().replace(/\\(.)/g, "$1");

/**
 * Formats units as "kind: words = words in translation ~ other accepted words", separated by a vertical bar. In words,
 * a backslash precedes each backslash, vertical bar, equals sign and tilde.
 */
export function formatUnitCell(units: readonly ScoringUnit[]): string {
  return units
    .map(({ kind, original, translation, accepted = [] }) => {
      const wordings = [translation, ...accepted].map(escapeUnit).join(" ~ ");
      return `${kind}: ${escapeUnit(original)} = ${wordings}`;
    })
    .join(" | ");
}

/** `kind` is an unknown kind of unit. It is present only if the rest of the unit is correct. */
export type UnitFault = { text: string; kind?: string };

export function parseUnitCell(cell: string): { units: ScoringUnit[]; faults: UnitFault[] } {
  const units: ScoringUnit[] = [];
  const faults: UnitFault[] = [];
  for (const part of cell.match(/(?:\\.|[^\\|]|\\$)+/g) ?? []) {
    if (part.trim() === "") continue;
    const { kind = "", original = "", translation = "" } = unitPattern.exec(part)?.groups ?? {};
    const written = kind.toLowerCase().replace(/\s+/g, "-");
    const known = unitKinds.find((one) => one === written);
    const [first = "", ...others] = translation.split(acceptedSeparator).map(unescapeUnit);
    const accepted = others.filter((wording) => wording !== "");
    const unit = {
      ...{ original: unescapeUnit(original), translation: first },
      ...(accepted.length > 0 ? { accepted } : {}),
    };
    const isComplete = unit.original !== "" && unit.translation !== "";
    if (known && isComplete) units.push({ kind: known, ...unit });
    else faults.push({ text: part.trim(), ...(isComplete ? { kind: written } : {}) });
  }
  return { units, faults };
}

export const formatWordList = (words: readonly string[]) => words.join(" | ");

export const parseWordList = (cell: string): string[] =>
  cell
    .split("|")
    .map((word) => word.trim())
    .filter((word) => word !== "");
