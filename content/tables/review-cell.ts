import { Review } from "../../domain/content/pack.ts";

/** Formats a review as "A certified interpreter, 2026-11-26". */
export const formatReview = ({ by, on }: Review) => `${by}, ${on}`;

/** Parses a review; null for a text without a name or a date. */
export function parseReview(text: string): Review | null {
  const { by, on } = /^(?<by>.+),\s*(?<on>\d{4}-\d{2}-\d{2})$/u.exec(text)?.groups ?? {};
  return Review.safeParse({ by, on }).data ?? null;
}
