import { Review } from "../../domain/content/pack.ts";

export const formatReview = ({ by, on }: Review) => `${by}, ${on}`;

export function parseReview(text: string): Review | null {
  const { by, on } = /^(?<by>.+),\s*(?<on>\d{4}-\d{2}-\d{2})$/u.exec(text)?.groups ?? {};
  return Review.safeParse({ by, on }).data ?? null;
}
