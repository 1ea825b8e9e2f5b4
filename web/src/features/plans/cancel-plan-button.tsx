import { useState } from "react";
import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { CancelPlanDialog } from "./cancel-plan-dialog.tsx";
import { usePlanEnding } from "./use-plan-ending.ts";

/** Cancels the plan, once the learner has been told what that means and agrees. */
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
