import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";
import { useOnline } from "../../browser/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields.ts";
import { useZipSaving } from "../recording/save-as-zip.tsx";
import { deletionTerms } from "./deletion-terms.ts";
import { saveAllRecordings, useRecordingsHere } from "./recordings-here.ts";
import { RecordingsOffer } from "./recordings-offer.tsx";

const confirmation = "DELETE";

/** What the deletion does, told before it is done. */
function Consequences({ subscription }: { subscription: Subscription | null }) {
  return (
    <ul className="consequences">
      {deletionTerms(subscription, serverNow()).map((term) => (
        <li key={term}>{term}</li>
      ))}
      <li>Your profile, your progress and your completed dialogues are deleted.</li>
      <li>
        Your recordings in this browser are removed, with everything else that Parlance keeps here. Other browsers
        remove theirs as soon as they learn of it.
      </li>
      <li>Records of payments stay with our payment provider, and messages you sent stay in our support mailbox.</li>
    </ul>
  );
}

type DeleteAccountDialogProps = {
  userId: string;
  subscription: Subscription | null;
  onConfirm: () => void;
  onDismiss: () => void;
};

/** Asks, and has the learner type a word, before the account is deleted. */
export function DeleteAccountDialog({ userId, subscription, onConfirm, onDismiss }: DeleteAccountDialogProps) {
  const queries = useQueryClient();
  const recordings = useRecordingsHere(userId, null);
  const saving = useZipSaving(() => saveAllRecordings(queries, userId));
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();
  const online = useOnline();
  const confirmed = typed.trim() === confirmation;
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirmed) setRefused(true);
    else if (online && !saving.isPending) onConfirm();
  };
  return (
    <Dialog
      title="Delete your account?"
      onDismiss={onDismiss}
      actions={
        <>
          <Button voice="ink" onClick={onDismiss}>
            Keep account
          </Button>
          <Button type="submit" form={formId} voice="danger" aria-disabled={!confirmed || !online || saving.isPending}>
            Delete account
          </Button>
        </>
      }
    >
      <p>This cannot be undone. You can sign up again with the same email, but will find nothing there.</p>
      <Consequences subscription={subscription} />
      {recordings && <RecordingsOffer {...{ recordings, saving }} deed="Deleting your account" />}
      {!online && (
        <p className="dialog-problem" role="alert">
          You are offline. Nothing has been deleted; your account can be deleted when the network is back.
        </p>
      )}
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label={`Type ${confirmation} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          value={typed}
          hasError={refused && !confirmed}
          errorMessage={`Please type ${confirmation}, in capital letters`}
          onChange={({ target }) => {
            setTyped(target.value);
            setRefused(false);
          }}
        />
      </form>
    </Dialog>
  );
}
