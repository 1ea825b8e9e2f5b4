import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { LoggingOut } from "./use-log-out.ts";

/** Shows that a learner who logs out still has progress here, and asks before it is given up. */
export function UnsentProgress({ state, confirm, stay }: LoggingOut) {
  if (state.kind === "here") return null;
  if (state.kind === "sending") {
    return <div className="navigation-progress" role="progressbar" aria-label="Saving your progress" />;
  }
  const segments = state.segments === 1 ? "one segment" : `${state.segments} segments`;
  return (
    <Dialog
      title="Log out without saving?"
      onDismiss={stay}
      actions={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button voice="ink" onClick={() => void confirm()}>
            Log out
          </Button>
        </>
      }
    >
      <p>Your progress with {segments} could not be sent, and logging out removes it from this browser.</p>
    </Dialog>
  );
}
