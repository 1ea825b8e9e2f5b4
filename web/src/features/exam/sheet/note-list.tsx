import type { Note } from "../../../../../domain/exam/exam-marking.ts";
import type { ErrorKind } from "../../../../../domain/exam/exams.ts";
import { Button } from "../../../ui/button.tsx";
import { deductionText, errorNames, momentText } from "../result/marking-words.ts";
import { KeyedButton } from "./keyed-button.tsx";

type Props = {
  notes: readonly Note[];
  /** What the exam deducts marks for. */
  kinds: readonly ErrorKind[];
  onBegin: (kind: ErrorKind) => void;
  onOpen: (note: Note) => void;
};

/** A key for each kind of error, and below, where they do not move the keys, the errors noted in a segment. */
export function NoteList({ notes, kinds, onBegin, onOpen }: Props) {
  return (
    <>
      <div className="sheet-kinds">
        {kinds.map((kind) => (
          <KeyedButton key={kind} shortcut={kind} onAct={() => onBegin(kind)}>
            {errorNames[kind]}
          </KeyedButton>
        ))}
      </div>
      {notes.length > 0 && (
        <ol className="sheet-notes">
          {notes.map((note) => (
            <li key={note.id}>
              <span className="sheet-note-at">{momentText(note.at_seconds)}</span>
              <span className="sheet-note-words">
                <strong>{errorNames[note.kind]}</strong> <bdi>{note.remark}</bdi>
              </span>
              <span className="sheet-note-cost">{deductionText(note.deduction)}</span>
              <Button
                voice="quiet"
                aria-label={`Change ${errorNames[note.kind]} at ${momentText(note.at_seconds)}`}
                onClick={() => onOpen(note)}
              >
                Change
              </Button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
