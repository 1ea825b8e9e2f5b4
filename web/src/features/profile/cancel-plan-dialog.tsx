import { planName } from "../../../../domain/plan.ts";
import { formatDate, isRecurring, remainingDays, type Subscription } from "../../../../domain/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { countDays } from "./plan-facts.ts";

type CancelPlanDialogProps = { subscription: Subscription; now: Date; onConfirm: () => void; onDismiss: () => void };

/** Asks before a plan is cancelled. */
export function CancelPlanDialog({ subscription, now, onConfirm, onDismiss }: CancelPlanDialogProps) {
  const name = planName(subscription.plan_type);
  const days = remainingDays(subscription, now);
  return (
    <Dialog
      title={`Cancel your ${name} plan?`}
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Keep Plan</Button>
          <Button voice="ink" onClick={onConfirm}>
            Cancel Plan
          </Button>
        </>
      }
    >
      {isRecurring(subscription) && <p>It will not renew, and nothing more is charged.</p>}
      {days !== null && subscription.end_date !== null && (
        <p>
          You keep access until {formatDate(subscription.end_date)}, for {countDays(days)}. After that you can choose
          the free plan. Until then you can resume this one.
        </p>
      )}
    </Dialog>
  );
}
