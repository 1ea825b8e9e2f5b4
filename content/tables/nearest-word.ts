import { editDistance } from "../../domain/recognition/word-likeness.ts";

/** The maximum number of mistakes in a misspelt word. Two swapped letters count as two mistakes. */
const mistakesIn = (word: string) => Math.floor(word.length / 2.5);

export function findNearestWord(typed: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((word) => ({ word, distance: editDistance(typed, word, mistakesIn(word)) }))
    .filter(({ word, distance }) => distance <= mistakesIn(word))
    .toSorted((a, b) => a.distance - b.distance);
  return nearest?.word;
}
