import { editDistance } from "../../domain/recognition/word-likeness.ts";

/** Mistakes that a misspelt word may have. Swapped neighbours count as two. */
const mistakesIn = (word: string) => Math.floor(word.length / 2.5);

/** Returns the known word that a misspelt word most likely means; undefined if none is near. */
export function findNearestWord(typed: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((word) => ({ word, distance: editDistance(typed, word, mistakesIn(word)) }))
    .filter(({ word, distance }) => distance <= mistakesIn(word))
    .toSorted((a, b) => a.distance - b.distance);
  return nearest?.word;
}
