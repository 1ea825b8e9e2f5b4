export const unitShortcuts = [
  "unit-1",
  "unit-2",
  "unit-3",
  "unit-4",
  "unit-5",
  "unit-6",
  "unit-7",
  "unit-8",
  "unit-9",
] as const;
export type UnitShortcut = (typeof unitShortcuts)[number];

function forUnits(textOf: (unit: number) => string): Readonly<Record<UnitShortcut, string>> {
  const entries = unitShortcuts.map((shortcut, at) => [shortcut, textOf(at + 1)]);
  // `Object.fromEntries` loses the type of the keys.
  return Object.fromEntries(entries) as Record<UnitShortcut, string>;
}

export const unitKeys = forUnits(String);

/** Units count from 1. */
export const nameUnitShortcuts = forUnits;
