import type { ErrorKind } from "../../../../../domain/exam/exams.ts";
import { Button } from "../../../ui/button.tsx";
import { explanationText, meaningText, type Term, termName } from "./explanations.ts";

type Props = { id: string; term: Term; onClose: () => void };

/** Explains a term at its first use. */
export function Explanation({ id, term, onClose }: Props) {
  return (
    <div className="sheet-explanation" role="note" aria-label={`What “${termName(term)}” means`}>
      <p id={id}>{explanationText(term)}</p>
      <Button voice="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

/** Explains every term of the sheet. */
export function Explanations({ kinds }: { kinds: readonly ErrorKind[] }) {
  return (
    // A dialog opens at the first place that keys reach: without one here it would open below these words.
    <dl className="sheet-terms" tabIndex={0} aria-label="What the words mean">
      {(["missed", ...kinds] as const).map((term) => (
        <div key={term}>
          <dt>{termName(term)}</dt>
          <dd>{meaningText(term)}</dd>
        </div>
      ))}
    </dl>
  );
}
