import { type MarkingChange, mostNotes, mostTicks } from "../../../../../domain/exam/exam-attempt.ts";
import { placeOf } from "../../../../../domain/exam/exam-marking.ts";
import type { Standing } from "../facts/merge-here.ts";
import { errorNames, momentText } from "../result/marking-words.ts";

/** More than so many are counted instead of named. */
const mostNamed = 5;

/** What a change says and where, as "Omission at 0:07.3 (dialogue 1, segment 3)". */
function changeText(change: MarkingChange): string {
  const place = placeOf(change);
  const where = place ? ` (dialogue ${place.dialogue + 1}, segment ${place.segment + 1})` : "";
  if (change.type !== "note" || !change.note) return `Ticked unit${where}`;
  return `${errorNames[change.note.kind]} at ${momentText(change.note.at_seconds)}${where}`;
}

/** The changes that did not fit into a marking, in a sentence. */
export function leftOutText(changes: readonly MarkingChange[]): string {
  const named = changes.slice(0, mostNamed).map(changeText);
  const rest = changes.length - named.length;
  return `${[...named, ...(rest > 0 ? [`${rest} more`] : [])].join("; ")}.`;
}

/** Names what the server did not store of the open marking. */
export function NotStored({ standing }: { standing: Standing }) {
  switch (standing.kind) {
    case "sent":
    case "waiting":
      return null;
    case "left-out":
      return (
        <p className="sheet-notice" role="alert">
          This marking is full: one holds {mostNotes} notes and {mostTicks} ticked units, removed ones included. Only
          this browser keeps: {leftOutText(standing.changes)}
        </p>
      );
    case "refused":
      return (
        <p className="sheet-notice" role="alert">
          Part of this marking could not be sent:{" "}
          {standing.failure === "too_many_markings"
            ? "one mock exam holds no more markings."
            : "the server did not take it."}{" "}
          It stays in this browser.
        </p>
      );
  }
}
