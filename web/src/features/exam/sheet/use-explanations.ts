import { useState } from "react";
import { isFirstUse, type Term } from "./explanations.ts";

/** The terms that are explained on the sheet now. */
export type OpenExplanations = { terms: readonly Term[]; close: (term: Term) => void };

type Explained = { terms: readonly Term[]; at: number };

/** The explanations of terms that a learner uses for the first time. At another position on the sheet they are closed. */
export function useExplanations(userId: string) {
  const [explained, setExplained] = useState<Explained>({ terms: [], at: 0 });
  const change = (at: number, next: (terms: readonly Term[]) => readonly Term[]) =>
    setExplained((before) => ({ at, terms: next(before.at === at ? before.terms : []) }));
  return {
    use: (term: Term, at: number) => {
      if (isFirstUse(userId, term)) change(at, (terms) => [...terms, term]);
    },
    openAt: (at: number): OpenExplanations => ({
      terms: explained.at === at ? explained.terms : [],
      close: (term) => change(at, (terms) => terms.filter((each) => each !== term)),
    }),
  };
}
