import { type PaidPlanType, planName } from "../../../../domain/plans/plan.ts";
import { renewingPlan } from "../../../../domain/plans/plan-outlook.ts";
import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { changeTerms } from "./plan-texts.ts";

type ChangePlanDialogProps = {
  subscription: Subscription;
  to: PaidPlanType;
  now: Date;
  onConfirm: () => void;
  onDismiss: () => void;
};

/** Asks before a renewing plan is changed or resumed, because a change may charge the learner at once. */
export function ChangePlanDialog({ subscription, to, now, onConfirm, onDismiss }: ChangePlanDialogProps) {
  const verb = renewingPlan(subscription).plan_type === to ? "Resume" : "Change to";
  return (
    <Dialog
      title={`${verb} ${planName(to)}?`}
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>{verb === "Resume" ? "Not now" : "Keep current plan"}</Button>
          <Button variant="ink" onClick={onConfirm}>
            {verb} {planName(to)}
          </Button>
        </>
      }
    >
      {changeTerms(subscription, to, now).map((term) => (
        <p key={term}>{term}</p>
      ))}
    </Dialog>
  );
}

type ConfirmPaymentDialogProps = { url: string; onDismiss: () => void };

export function ConfirmPaymentDialog({ url, onDismiss }: ConfirmPaymentDialogProps) {
  return (
    <Dialog
      title="Confirm Payment"
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Not now</Button>
          <a className="button variant-ink" href={url} target="_blank" rel="noreferrer" onClick={onDismiss}>
            Confirm payment
          </a>
        </>
      }
    >
      <p>Your bank asks you to confirm this payment. Confirm it on Stripe’s page, which opens in a new tab.</p>
      <p>Your plan changes when the payment succeeds.</p>
    </Dialog>
  );
}
