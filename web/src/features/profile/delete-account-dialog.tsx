import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { formatPrice, planName } from "../../../../domain/plans/plan.ts";
import { currentPlanType, monthlyCentsOf, upcomingStages } from "../../../../domain/plans/plan-outlook.ts";
import { hasPaidAccess, type Subscription } from "../../../../domain/plans/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";
import { useOnline } from "../../browser/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields.ts";
import { useZipMutation } from "../recording/save-as-zip.tsx";
import { saveAllRecordings, useLocalRecordings } from "./local-recordings.ts";
import { RecordingsOffer } from "./recordings-offer.tsx";

const listFormat = new Intl.ListFormat("en", { type: "conjunction" });

function planTerms(subscription: Subscription, now: Date): string[] {
  if (!hasPaidAccess(subscription, now)) return [];
  const plans = [
    currentPlanType(subscription, now),
    ...upcomingStages(subscription, now).map(({ plan_type }) => plan_type),
  ];
  const names = [...new Set(plans.map(planName))];
  const [subject, verb] = names.length > 1 ? ["plans", "end"] : ["plan", "ends"];
  return [`Your ${listFormat.format(names)} ${subject} ${verb} at once. The remaining time is not refunded.`];
}

function debitTerms({ pending }: Subscription): string[] {
  if (!pending) return [];
  const { plan_type, billing, cents = monthlyCentsOf(plan_type) } = pending;
  const purchase = billing === "once" ? `a month of ${planName(plan_type)}` : planName(plan_type);
  return [
    `Your bank is still paying ${formatPrice(cents)} for ${purchase}. If the money arrives after the deletion, we refund it in full.`,
  ];
}

function creditTerms({ credit_cents = 0 }: Subscription): string[] {
  return credit_cents > 0 ? [`Your credit of ${formatPrice(credit_cents)} is lost.`] : [];
}

export function deletionTerms(subscription: Subscription | null, now: Date): string[] {
  if (!subscription) return [];
  return [...planTerms(subscription, now), ...debitTerms(subscription), ...creditTerms(subscription)];
}

const confirmation = "DELETE";

function Consequences({ subscription }: { subscription: Subscription | null }) {
  return (
    <ul className="consequences">
      {deletionTerms(subscription, serverNow()).map((term) => (
        <li key={term}>{term}</li>
      ))}
      <li>Your profile, progress, reviews, glossary, mock exams, feedback links and inbox are deleted.</li>
      <li>
        Your recordings in this browser are deleted. To delete your recordings in another browser, log out there first.
      </li>
      <li>
        Any payment records stay with Stripe. Messages that you sent stay in our support mailbox. Your comments and
        marks for other people's recordings stay with those people.
      </li>
    </ul>
  );
}

type DeleteAccountDialogProps = {
  userId: string;
  subscription: Subscription | null;
  onConfirm: () => void;
  onDismiss: () => void;
};

export function DeleteAccountDialog({ userId, subscription, onConfirm, onDismiss }: DeleteAccountDialogProps) {
  const queries = useQueryClient();
  const recordings = useLocalRecordings(userId, null);
  const saving = useZipMutation(() => saveAllRecordings(queries, userId));
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
          <Button variant="ink" onClick={onDismiss}>
            Keep account
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            aria-disabled={!confirmed || !online || saving.isPending}
          >
            Delete account
          </Button>
        </>
      }
    >
      <p>You cannot undo this.</p>
      <Consequences subscription={subscription} />
      {recordings && <RecordingsOffer {...{ recordings, saving }} action="Deleting your account" />}
      {!online && (
        <p className="dialog-problem" role="alert">
          You are offline. You can delete your account when you are back online.
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
          errorMessage={`Please type ${confirmation} in capital letters`}
          onChange={({ target }) => {
            setTyped(target.value);
            setRefused(false);
          }}
        />
      </form>
    </Dialog>
  );
}
