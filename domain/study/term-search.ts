import type { Term } from "./study-change.ts";
import { foldForSearch } from "./term-text.ts";

type Searchable = Pick<Term, "english" | "translation" | "note">;

/**
 * Creates a search for terms that contain all words of a query, in either side or in the note. Accents and case make no
 * difference. The first search prepares the texts, which is slow.
 */
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
