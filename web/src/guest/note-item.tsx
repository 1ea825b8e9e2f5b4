/** @jsxImportSource preact */
import { maxRemarkLength } from "../../../domain/exam/exam-attempt.ts";
import type { Note } from "../../../domain/exam/exam-marking.ts";
import { clampDeduction } from "../../../domain/exam/marking-changes.ts";
import { errorKindNames } from "../ui/error-kind-names.ts";
import { momentText } from "../ui/moment.ts";
import type { GuestApp } from "./guest-app.ts";
import { KeyedButton } from "./keyed-button.tsx";
import type { GuestMarking } from "./use-guest-marking.ts";
import { useObservable } from "./use-observable.ts";

type StepperProps = { label: string; value: string; less: string; more: string; onStep: (by: 1 | -1) => void };

function Stepper({ label, value, less, more, onStep }: StepperProps) {
  return (
    <fieldset class="guest-stepper">
      <legend>{label}</legend>
      <KeyedButton aria-label={less} onAct={() => onStep(-1)}>
        −
      </KeyedButton>
      <output>{value}</output>
      <KeyedButton aria-label={more} onAct={() => onStep(1)}>
        +
      </KeyedButton>
    </fieldset>
  );
}

type RemarkProps = { app: GuestApp; note: Note; marking: GuestMarking };

function Remark({ app, note, marking }: RemarkProps) {
  const { remarks } = useObservable(app.drafts);
  const typed = remarks[note.id] ?? note.remark;
  const save = () => {
    const remark = typed.trim();
    if (remark !== note.remark) marking.changeNote(note, { remark });
    app.drafts.removeRemark(note.id);
  };
  return (
    <label class="guest-remark">
      <span>Remark</span>
      <input
        value={typed}
        maxLength={maxRemarkLength}
        autocomplete="off"
        dir="auto"
        onInput={({ currentTarget }) => app.drafts.setRemark(note.id, currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.isComposing) return;
          event.preventDefault();
          save();
        }}
      />
    </label>
  );
}

export function NoteItem({ app, note, marking }: RemarkProps) {
  const { exam } = marking;
  const name = errorKindNames[note.kind];
  const step = exam.marks.value.step;
  return (
    <li class="guest-note" aria-label={`${name} at ${momentText(note.at_seconds)}`}>
      <div class="guest-note-facts">
        <select
          aria-label="Kind of error"
          value={note.kind}
          onChange={({ currentTarget }) => {
            const kind = exam.errors.value.find((each) => each === currentTarget.value);
            if (kind) marking.changeNote(note, { kind });
          }}
        >
          {exam.errors.value.map((kind) => (
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
          onStep={(by) => marking.changeNote(note, { deduction: clampDeduction(note.deduction + by * step) })}
        />
        <Stepper
          label="Time"
          value={momentText(note.at_seconds)}
          less="A tenth of a second earlier"
          more="A tenth of a second later"
          onStep={(by) => marking.nudgeNote(note, by)}
        />
      </div>
      <Remark {...{ app, note, marking }} />
      <div class="guest-actions">
        <KeyedButton allowed={app.sounds.isAvailable(note, "recording")} onAct={() => app.playFrom(note.at_seconds)}>
          Hear it
        </KeyedButton>
        <KeyedButton onAct={() => marking.removeNote(note)}>Remove</KeyedButton>
      </div>
    </li>
  );
}
