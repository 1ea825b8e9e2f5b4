import { type PaidPlanType, planName } from "../../../../domain/plans/plan.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type ConfirmPaymentDialogProps = { url: string; planType: PaidPlanType; onDismiss: () => void };

/** Leads to where the learner's bank has a change of plan confirmed; it is made once that is done. */
export function ConfirmPaymentDialog({ url, planType, onDismiss }: ConfirmPaymentDialogProps) {
  const plan = planName(planType);
  return (
    <Dialog
      title="Confirm the Payment"
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Not now</Button>
          <a className="button voice-ink" href={url} target="_blank" rel="noreferrer" onClick={onDismiss}>
            Confirm payment
          </a>
        </>
      }
    >
      <p>Your bank asks you to confirm this payment. That is done on Stripe’s page for the bill, in a new tab.</p>
      <p>
        Until then nothing is charged, and your plan stays as it is. Once you have confirmed, {plan} starts at once.
      </p>
    </Dialog>
  );
}
