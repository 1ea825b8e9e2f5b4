import type { Term } from "./study-change.ts";
import { foldForSearch } from "./term-text.ts";

type Searchable = Pick<Term, "english" | "translation" | "note">;

/** Folding the texts is slow, so the folded texts are kept for later searches. */
export function createTermSearch<Of extends Searchable>(terms: readonly Of[]): (query: string) => readonly Of[] {
  let texts: readonly string[] | undefined;
  return (query) => {
    const words = foldForSearch(query)
      .split(" ")
      .filter((word) => word !== "");
    if (words.length === 0) return terms;
    texts ??= terms.map((term) => foldForSearch(`${term.english}\n${term.translation}\n${term.note}`));
    const known = texts;
    return terms.filter((_, at) => words.every((word) => known[at]?.includes(word)));
  };
}
