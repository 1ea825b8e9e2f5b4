import { useState } from "react";
import type { ReadyTerm } from "../../../../domain/study/ready-list.ts";
import { serverNow } from "../../browser/server-time.ts";
import { saveTerms } from "../study/study.ts";

export type ReadyRun = {
  /** Position of the shown term, from 0. After the last term, `at` is the number of terms. */
  at: number;
  isRevealed: boolean;
  /** Positions of the kept terms, from 0. */
  kept: ReadonlySet<number>;
  advance: () => void;
  keep: () => void;
  keepAll: () => void;
};

export function useReadyRun(userId: string, terms: readonly ReadyTerm[]): ReadyRun {
  const [at, setAt] = useState(0);
  const [isRevealed, setRevealed] = useState(false);
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const save = (positions: readonly number[]) => {
    const created_at = serverNow().toISOString();
    const added = positions.flatMap((position) => {
      const ready = terms[position];
      if (!ready || kept.has(position)) return [];
      const { shownFirst: _, ...term } = ready;
      return [{ id: crypto.randomUUID(), term: { ...term, created_at } }];
    });
    if (added.length === 0) return;
    setKept(new Set([...kept, ...positions]));
    void saveTerms(userId, added);
  };
  const advance = () => {
    if (at >= terms.length) return;
    if (isRevealed) setAt(at + 1);
    setRevealed(!isRevealed);
  };
  return { at, isRevealed, kept, advance, keep: () => save([at]), keepAll: () => save([...terms.keys()]) };
}
