import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import { maxRemarkLength } from "../../../../../domain/exam/exam-attempt.ts";
import type { Note } from "../../../../../domain/exam/exam-marking.ts";
import type { ErrorKind } from "../../../../../domain/exam/exams.ts";
import { Button } from "../../../ui/button.tsx";
import { errorKindNames } from "../../../ui/error-kind-names.ts";
import { momentStepSeconds, momentText } from "../../../ui/moment.ts";
import { deductionText } from "../result/marking-text.ts";
import { Explanation, type OpenExplanations } from "./explanations.tsx";
import { changeDeduction, moveMoment, type NoteDraft, updateDraft } from "./note-draft.ts";
import { KeyedButton } from "./sheet-keys.tsx";

type StepperProps = { label: string; value: string; less: string; more: string; onStep: (by: 1 | -1) => void };

function Stepper({ label, value, less, more, onStep }: StepperProps) {
  return (
    <fieldset className="sheet-stepper">
      <legend>{label}</legend>
      <Button aria-label={less} onClick={() => onStep(-1)}>
        −
      </Button>
      <output>{value}</output>
      <Button aria-label={more} onClick={() => onStep(1)}>
        +
      </Button>
    </fieldset>
  );
}

type EditorProps = {
  draft: NoteDraft;
  kinds: readonly ErrorKind[];
  /** In marks. */
  step: number;
  /** The end of the recording in seconds; null if unknown. */
  longest: number | null;
  onChange: (draft: NoteDraft) => void;
  onSave: () => void;
  onCancel: () => void;
  onRemove: () => void;
  explanations: OpenExplanations;
};

function useEditorKeys({ draft, step, longest, onChange, onCancel }: EditorProps) {
  return (event: KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      ArrowUp: () => onChange(changeDeduction(draft, step)),
      ArrowDown: () => onChange(changeDeduction(draft, -step)),
      PageUp: () => onChange(moveMoment(draft, momentStepSeconds, longest)),
      PageDown: () => onChange(moveMoment(draft, -momentStepSeconds, longest)),
      Escape: onCancel,
    };
    const act = steps[event.key];
    if (!act || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    act();
  };
}

function NoteFields({ draft, kinds, step, longest, onChange }: EditorProps) {
  const { note } = draft;
  const id = useId();
  return (
    <div className="sheet-editor-facts">
      <label htmlFor={id} className="visually-hidden">
        Kind of error
      </label>
      <select
        id={id}
        value={note.kind}
        onChange={({ target }) => {
          const kind = kinds.find((each) => each === target.value);
          if (kind) onChange(updateDraft(draft, { kind }));
        }}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {errorKindNames[kind]}
          </option>
        ))}
      </select>
      <Stepper
        label="Marks"
        value={`${note.deduction}`}
        less="Deduct less"
        more="Deduct more"
        onStep={(by) => onChange(changeDeduction(draft, by * step))}
      />
      <Stepper
        label="Time"
        value={momentText(note.at_seconds)}
        less="A tenth of a second earlier"
        more="A tenth of a second later"
        onStep={(by) => onChange(moveMoment(draft, by * momentStepSeconds, longest))}
      />
    </div>
  );
}

export function NoteEditor(props: EditorProps) {
  const { draft, onChange, onSave, onRemove, onCancel, explanations } = props;
  const { note } = draft;
  const remark = useRef<HTMLInputElement>(null);
  const id = useId();
  const isExplained = explanations.terms.includes(note.kind);
  const close = () => {
    explanations.close(note.kind);
    remark.current?.focus();
  };
  useLayoutEffect(() => remark.current?.focus(), []);
  return (
    <form
      className="sheet-editor"
      aria-label={draft.isNew ? "New note" : "Change note"}
      onKeyDown={useEditorKeys(props)}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <NoteFields {...props} />
      <label htmlFor={`${id}-remark`}>Remark</label>
      <input
        ref={remark}
        id={`${id}-remark`}
        value={note.remark}
        maxLength={maxRemarkLength}
        autoComplete="off"
        dir="auto"
        aria-describedby={isExplained ? `${id}-explanation` : undefined}
        onChange={({ target }) => onChange(updateDraft(draft, { remark: target.value }))}
      />
      <p className="sheet-hint">
        In the remark: <kbd>↑</kbd> <kbd>↓</kbd> change the marks, <kbd>Page&nbsp;↑</kbd> <kbd>Page&nbsp;↓</kbd> the
        time, <kbd>Enter</kbd> saves the note, <kbd>Esc</kbd> discards your changes
      </p>
      <div className="sheet-editor-actions">
        <Button type="submit" variant="ink">
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        {!draft.isNew && (
          <Button variant="quiet" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      {isExplained && <Explanation id={`${id}-explanation`} term={note.kind} onClose={close} />}
    </form>
  );
}

type ListProps = {
  notes: readonly Note[];
  kinds: readonly ErrorKind[];
  onBegin: (kind: ErrorKind) => void;
  onOpen: (note: Note) => void;
};

/** Shows the notes below the buttons, so that new notes do not move the buttons. */
export function NoteList({ notes, kinds, onBegin, onOpen }: ListProps) {
  return (
    <>
      <div className="sheet-kinds">
        {kinds.map((kind) => (
          <KeyedButton key={kind} data-opens={kind} shortcut={kind} onAct={() => onBegin(kind)}>
            {errorKindNames[kind]}
          </KeyedButton>
        ))}
      </div>
      {notes.length > 0 && (
        <ol className="sheet-notes">
          {notes.map((note) => (
            <li key={note.id}>
              <span className="sheet-note-at">{momentText(note.at_seconds)}</span>
              <span className="sheet-note-words">
                <strong>{errorKindNames[note.kind]}</strong> <bdi>{note.remark}</bdi>
              </span>
              <span className="sheet-note-cost">{deductionText(note.deduction)}</span>
              <Button
                variant="quiet"
                data-opens={note.id}
                aria-label={`Change ${errorKindNames[note.kind]} at ${momentText(note.at_seconds)}`}
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
