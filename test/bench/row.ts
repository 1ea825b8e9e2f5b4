export type Unit =
  | "kB"
  | "MB"
  | "percent"
  | "objects"
  | "ms"
  | "s"
  | "rows"
  | "requests"
  | "read units"
  | "points"
  | "of the view";

/** 1 kB is 1,000 bytes, and 1 MB is 1,000,000 bytes. */
export type Row = {
  name: string;
  value: number;
  unit: Unit;
  baseline?: number;
  ratio?: number;
  /** Null if the number has no limit. */
  goal: string | null;
  met: boolean | null;
};

const rounded = (value: number) => Math.round(value * 100) / 100;

export function limitedRow(name: string, value: number, unit: Unit, most: number): Row {
  return { name, value: rounded(value), unit, goal: `≤ ${most} ${unit}`, met: value <= most };
}

export function comparedRow(name: string, value: number, baseline: number, unit: Unit, most?: number): Row {
  const ratio = value / baseline;
  return {
    name,
    value: rounded(value),
    unit,
    baseline: rounded(baseline),
    ratio: rounded(ratio),
    goal: most === undefined ? null : `≤ ${most} ×`,
    met: most === undefined ? null : ratio <= most,
  };
}

export function reportedRow(name: string, value: number, unit: Unit): Row {
  return { name, value: rounded(value), unit, goal: null, met: null };
}

export function exactRow(name: string, value: number, unit: Unit, wanted: number): Row {
  return { name, value, unit, goal: `= ${wanted} ${unit}`, met: value === wanted };
}

const digits: Record<Unit, number> = {
  kB: 1,
  MB: 2,
  objects: 0,
  ms: 2,
  s: 1,
  rows: 0,
  requests: 0,
  "read units": 1,
  points: 0,
  percent: 2,
  "of the view": 4,
};

const headings = ["", "value", "baseline", "ratio", "goal", ""];

function cells({ name, value, unit, baseline, ratio, goal, met }: Row): string[] {
  return [
    name,
    `${value.toFixed(digits[unit])} ${unit}`,
    baseline === undefined ? "" : `${baseline.toFixed(digits[unit])} ${unit}`,
    ratio === undefined ? "" : `${ratio.toFixed(2)} ×`,
    goal ?? "",
    met === null ? "" : met ? "met" : "missed",
  ];
}

export function toTable(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(cells)];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const toLine = (line: readonly string[]) =>
    line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return lines.map((line) => toLine(line).join("  ").trimEnd()).join("\n");
}
