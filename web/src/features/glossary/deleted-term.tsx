import { useEffect, useRef } from "react";
import type { StoredTerm } from "../../../../domain/study/study.ts";
import { Button } from "../../ui/button.tsx";

/** The focus moves to the button, because the row that had the focus is gone. */
export function DeletedTerm({ term, onUndo }: { term: StoredTerm; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <p className="deleted-term">
      <span role="status">
        <bdi lang="en">{term.english}</bdi> was deleted.
      </span>
      <Button ref={undo} onClick={onUndo}>
        Undo
      </Button>
    </p>
  );
}
