import { type PaidPlanType, planName } from "../../../../domain/plans/plan.ts";
import { renewingPlan } from "../../../../domain/plans/plan-outlook.ts";
import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { changeTerms } from "./change-terms.ts";

type ChangePlanDialogProps = {
  subscription: Subscription;
  to: PaidPlanType;
  now: Date;
  onConfirm: () => void;
  onDismiss: () => void;
};

/** Asks before a plan that renews is changed, for that moves money at once. */
export function ChangePlanDialog({ subscription, to, now, onConfirm, onDismiss }: ChangePlanDialogProps) {
  const verb = renewingPlan(subscription).plan_type === to ? "Resume" : "Change to";
  return (
    <Dialog
      title={`${verb} ${planName(to)}?`}
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Leave as It Is</Button>
          <Button voice="ink" onClick={onConfirm}>
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
