import { useState } from "react";
import type { ReadyTerm } from "../../../../domain/study/ready-list.ts";
import { maxTerms } from "../../../../domain/study/study-change.ts";
import { serverNow } from "../../browser/server-time.ts";
import { saveTerms } from "../study/study.ts";

export type ReadyRun = {
  /** Position of the shown term, from 0. After the last term, `at` is the number of terms. */
  at: number;
  isRevealed: boolean;
  /** Positions of the kept terms, from 0. */
  kept: ReadonlySet<number>;
  /** Number of further terms that the glossary has room for. */
  room: number;
  isFull: boolean;
  advance: () => void;
  keep: () => void;
  keepAll: () => void;
};

type Options = {
  userId: string;
  terms: readonly ReadyTerm[];
  /** Number of terms in the glossary at the start of the run. */
  ownCount: number;
};

export function useReadyRun({ userId, terms, ownCount }: Options): ReadyRun {
  const [at, setAt] = useState(0);
  const [isRevealed, setRevealed] = useState(false);
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const room = Math.max(0, maxTerms - ownCount - kept.size);
  const save = (positions: readonly number[]) => {
    const created_at = serverNow().toISOString();
    const unkept = positions.flatMap((position) => {
      const ready = terms[position];
      if (!ready || kept.has(position)) return [];
      const { shownFirst: _, ...term } = ready;
      return [{ position, change: { id: crypto.randomUUID(), term: { ...term, created_at } } }];
    });
    const added = unkept.slice(0, room);
    if (added.length === 0) return;
    setKept(new Set([...kept, ...added.map(({ position }) => position)]));
    void saveTerms(
      userId,
      added.map(({ change }) => change),
    );
  };
  const advance = () => {
    if (at >= terms.length) return;
    if (isRevealed) setAt(at + 1);
    setRevealed(!isRevealed);
  };
  const keep = () => save([at]);
  const keepAll = () => save([...terms.keys()]);
  return { at, isRevealed, kept, room, isFull: room === 0, advance, keep, keepAll };
}
