import { type ScoringUnit, unitKinds } from "../content/pack.ts";
import type { Study } from "./study.ts";

export type UnitKind = ScoringUnit["kind"];

/** Change of the missed units per checklist since the previous period. "unknown" if a period has no checklist. */
export type MissedTrend = "fewer" | "same" | "more" | "unknown";

export type MissedKind = { kind: UnitKind; missed: number; trend: MissedTrend };

export type MissedUnits = {
  checked: number;
  /** The most missed first. */
  kinds: readonly MissedKind[];
};

/** A relative change of the rate up to this value counts as "same". */
const noticeableChange = 0.2;

type Period = { checked: number; missed: ReadonlyMap<UnitKind, number> };

function countPeriod({ reviews }: Pick<Study, "reviews">, until: number, days: number): Period {
  const missed = new Map<UnitKind, number>();
  // Feedback names missed units only, so it would raise the average.
  const checklists = reviews.flatMap(({ missed, day, source }) =>
    missed && source !== "feedback" && day <= until && day > until - days ? [missed] : [],
  );
  for (const { kind } of checklists.flat()) missed.set(kind, (missed.get(kind) ?? 0) + 1);
  return { checked: checklists.length, missed };
}

function trendOf(now: number, before: number): MissedTrend {
  if (before === now) return "same";
  if (now > before * (1 + noticeableChange)) return "more";
  return now < before * (1 - noticeableChange) ? "fewer" : "same";
}

export function countMissedUnits(study: Pick<Study, "reviews">, today: number, days: number): MissedUnits {
  const now = countPeriod(study, today, days);
  const before = countPeriod(study, today - days, days);
  const kinds = unitKinds.flatMap((kind): MissedKind[] => {
    const missed = now.missed.get(kind) ?? 0;
    const former = before.missed.get(kind) ?? 0;
    if (missed === 0 && former === 0) return [];
    const isComparable = now.checked > 0 && before.checked > 0;
    return [{ kind, missed, trend: isComparable ? trendOf(missed / now.checked, former / before.checked) : "unknown" }];
  });
  return { checked: now.checked, kinds: kinds.sort((one, other) => other.missed - one.missed) };
}
