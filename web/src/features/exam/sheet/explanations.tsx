import { useState } from "react";
import * as z from "zod/mini";
import { type ErrorKind, errorKinds } from "../../../../../domain/exam/exams.ts";
import { parseStored, readStored, writeStored } from "../../../browser/storage.ts";
import { stored } from "../../../browser/stored.ts";
import { Button } from "../../../ui/button.tsx";
import { errorKindNames } from "../../../ui/error-kind-names.ts";

export type Term = "missed" | ErrorKind;

/** Each text must be clear on its own, and after the name of the term. */
const meanings: Readonly<Record<Term, string>> = {
  missed: "the recording leaves a unit out or changes its meaning. To deduct marks, note an error.",
  omission: "something in the original is left out.",
  distortion: "something in the original gets a different meaning.",
  insertion: "something is added that is not in the original.",
  language: "a wrong word, wrong grammar or unclear pronunciation makes the interpretation worse.",
  register: "the interpretation is more formal or more casual than the original.",
  pause: "a long silence or many fillers, such as “um”, break up the interpretation.",
  "self-correction": "something already said is corrected and said again in other words.",
  repeat: "the segment was played again after the free repeats of its dialogue were used.",
};

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const termName = (term: Term) => (term === "missed" ? "Missed" : errorKindNames[term]);

function explanationText(term: Term): string {
  return term === "missed" ? `Missed means that ${meanings.missed}` : `${errorKindNames[term]}: ${meanings[term]}`;
}

const meaningText = (term: Term) => sentence(meanings[term]);

const UsedTerms = z.array(z.enum(["missed", ...errorKinds]));

/** Also records the use. */
function isFirstUse(userId: string, term: Term): boolean {
  const filling = { learner: userId };
  const before = parseStored(readStored(stored.explainedTerms, filling), UsedTerms) ?? [];
  if (before.includes(term)) return false;
  writeStored(stored.explainedTerms, JSON.stringify([...before, term]), filling);
  return true;
}

export type OpenExplanations = { terms: readonly Term[]; close: (term: Term) => void };

type Explained = { terms: readonly Term[]; at: number };

/** `at` is the position of a segment on the sheet. */
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

type ExplanationProps = { id: string; term: Term; onClose: () => void };

export function Explanation({ id, term, onClose }: ExplanationProps) {
  return (
    <div className="sheet-explanation" role="note" aria-label={`Meaning of “${termName(term)}”`}>
      <p id={id}>{explanationText(term)}</p>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

export function Explanations({ kinds }: { kinds: readonly ErrorKind[] }) {
  return (
    // Focusable, because a dialog focuses its first focusable element. Otherwise the dialog would open scrolled to the
    // element below the explanations.
    <dl className="sheet-terms" tabIndex={0} aria-label="Meaning of the terms">
      {(["missed", ...kinds] as const).map((term) => (
        <div key={term}>
          <dt>{termName(term)}</dt>
          <dd>{meaningText(term)}</dd>
        </div>
      ))}
    </dl>
  );
}
