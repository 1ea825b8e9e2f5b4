import { useState } from "react";
import { planName } from "../../../../domain/plans/plan.ts";
import { currentPlanType } from "../../../../domain/plans/plan-outlook.ts";
import { isRecurring, type Subscription } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { cancelTerms } from "./plan-texts.ts";
import { usePlanEnding } from "./use-plan-ending.ts";

type CancelPlanDialogProps = { subscription: Subscription; now: Date; onConfirm: () => void; onDismiss: () => void };

function CancelPlanDialog({ subscription, now, onConfirm, onDismiss }: CancelPlanDialogProps) {
  // The cancellation concerns the renewing plan, even while a month of another plan runs before it.
  const name = planName(isRecurring(subscription) ? subscription.plan_type : currentPlanType(subscription, now));
  return (
    <Dialog
      title={`Cancel your ${name} plan?`}
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Keep plan</Button>
          <Button variant="ink" onClick={onConfirm}>
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

export function CancelPlanButton({ subscription, now }: { subscription: Subscription; now: Date }) {
  const [asking, setAsking] = useState(false);
  const { run, busy } = usePlanEnding();
  const confirm = () => {
    setAsking(false);
    run("cancel-plan");
  };
  return (
    <>
      <Button busy={busy !== null} onClick={() => busy || setAsking(true)}>
        Cancel plan
      </Button>
      {asking && (
        <CancelPlanDialog
          subscription={subscription}
          now={now}
          onDismiss={() => setAsking(false)}
          onConfirm={confirm}
        />
      )}
    </>
  );
}
