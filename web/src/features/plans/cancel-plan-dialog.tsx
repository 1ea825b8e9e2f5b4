import { planName } from "../../../../domain/plans/plan.ts";
import { planNow } from "../../../../domain/plans/plan-outlook.ts";
import { isRecurring, type Subscription } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { cancelTerms } from "./ending-words.ts";

type CancelPlanDialogProps = { subscription: Subscription; now: Date; onConfirm: () => void; onDismiss: () => void };

/** Asks before a plan is cancelled. */
export function CancelPlanDialog({ subscription, now, onConfirm, onDismiss }: CancelPlanDialogProps) {
  // What renews is cancelled, though a month of another plan runs before it.
  const name = planName(isRecurring(subscription) ? subscription.plan_type : planNow(subscription, now));
  return (
    <Dialog
      title={`Cancel your ${name} plan?`}
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Keep plan</Button>
          <Button voice="ink" onClick={onConfirm}>
            Cancel plan
          </Button>
        </>
      }
    >
      {cancelTerms(subscription, now).map((term) => (
        <p key={term}>{term}</p>
      ))}
    </Dialog>
  );
}
