import { type FormEvent, useId, useRef, useState } from "react";
import type { StoredTerm } from "../../../../domain/study/study.ts";
import { maxTerms } from "../../../../domain/study/study-change.ts";
import { serverNow } from "../../browser/server-time.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { saveTerms, useStudy } from "../study/study.ts";
import {
  duplicateOf,
  type EditedTerm,
  editedTerm,
  glossaryFullText,
  type TermErrors,
  termErrors,
  toTerm,
} from "./term-fields.ts";
import { TermForm } from "./term-form.tsx";
import "./term-dialog.css";

type Props = { userId: string; start: EditedTerm; onClose: () => void };

function Duplicate({ onOpen }: { onOpen: () => void }) {
  return (
    <div className="form-note" role="alert">
      <p>This term is already in your glossary.</p>
      <Button onClick={onOpen}>Open the existing term</Button>
    </div>
  );
}

function useTermEditor({ userId, start, onClose }: Props) {
  const terms = useStudy(userId)?.terms;
  const [edited, setEdited] = useState(start);
  const [errors, setErrors] = useState<TermErrors | null>(null);
  const [duplicate, setDuplicate] = useState<StoredTerm | null>(null);
  const isFull = edited.id === null && (terms?.length ?? 0) >= maxTerms;

  const change = (fields: Partial<EditedTerm["fields"]>) => {
    const next = { ...edited, fields: { ...edited.fields, ...fields } };
    setEdited(next);
    setErrors(errors && termErrors(next));
    setDuplicate(null);
  };
  const open = (term: StoredTerm) => {
    setEdited(editedTerm(term));
    setErrors(null);
    setDuplicate(null);
  };
  /** Returns false if the form stays open. */
  const save = async (): Promise<boolean> => {
    const found = termErrors(edited);
    setErrors(found);
    if (!terms || isFull || Object.values(found).some((error) => error !== "")) return false;
    const known = duplicateOf(edited, terms);
    setDuplicate(known);
    if (known) return false;
    const id = edited.id ?? crypto.randomUUID();
    const isStored = await saveTerms(userId, [{ id, term: toTerm(edited, serverNow()) }]);
    // If the term could not be stored, `saveTerms` has shown a warning.
    if (isStored) showToast(messages.termSaved);
    onClose();
    return true;
  };
  // The duplicate may be deleted on another device while the form is open.
  const isStillThere = terms?.some(({ id }) => id === duplicate?.id);
  return { edited, errors, duplicate: isStillThere ? duplicate : null, isFull, change, open, save };
}

export function TermDialog(props: Props) {
  const { edited, errors, duplicate, isFull, change, open, save } = useTermEditor(props);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    setSaving(true);
    const isSaved = await save();
    setSaving(false);
    if (!isSaved) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  };
  return (
    <Dialog
      title={edited.id === null ? "Add a term" : "Edit term"}
      onDismiss={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="ink" busy={saving}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} className="term-form" noValidate onSubmit={submit}>
        {isFull && (
          <p className="dialog-problem" role="alert">
            {glossaryFullText}
          </p>
        )}
        {duplicate && <Duplicate onOpen={() => open(duplicate)} />}
        <TermForm edited={edited} errors={errors} onChange={change} />
      </form>
    </Dialog>
  );
}
