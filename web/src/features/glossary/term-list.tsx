import { useState } from "react";
import type { StoredTerm } from "../../../../domain/study/study.ts";
import { Button } from "../../ui/button.tsx";
import { TermRow, type TermRowProps } from "./term-row.tsx";

/** Thousands of rows at once would slow down the page. */
const pageSize = 50;

type Props = Omit<TermRowProps, "term" | "dueDay"> & {
  terms: readonly StoredTerm[];
  dueDays: ReadonlyMap<string, number>;
};

export function TermList({ terms, dueDays, ...row }: Props) {
  const [most, setMost] = useState(pageSize);
  const left = terms.length - most;
  return (
    <>
      <ul className="terms">
        {terms.slice(0, most).map((term) => (
          <TermRow key={term.id} term={term} dueDay={dueDays.get(term.id)} {...row} />
        ))}
      </ul>
      {left > 0 && (
        <Button onClick={() => setMost(most + pageSize)}>Show more ({left.toLocaleString("en")} left)</Button>
      )}
    </>
  );
}
