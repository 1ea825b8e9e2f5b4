import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { lossText } from "./loss-text.ts";
import type { LoggingOut } from "./use-log-out.ts";

/** Shows that a learner who logs out still has something here that was not sent, and asks before it is given up. */
export function UnsentProgress({ state, confirm, stay }: LoggingOut) {
  if (state.kind === "here") return null;
  if (state.kind === "sending") {
    return <div className="navigation-progress" role="progressbar" aria-label="Saving your progress" />;
  }
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
      <p>{lossText(state)}</p>
    </Dialog>
  );
}
