import { SaveMocks } from "../features/exam/run/save-mocks.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { lossText, recordingsText } from "./loss-text.ts";
import type { LoggingOut } from "./use-log-out.ts";

/** Shows that a learner who logs out still has something that is here alone, and asks before it is given up. */
export function UnsentProgress({ userId, state, confirm, stay }: LoggingOut & { userId: string }) {
  if (state.kind === "here") return null;
  if (state.kind === "sending") {
    return <div className="navigation-progress" role="progressbar" aria-label="Saving your progress" />;
  }
  const { segments, mocks, recordings } = state;
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
      {segments + mocks > 0 && <p>{lossText(state)}</p>}
      {recordings > 0 && (
        <>
          <p>{recordingsText(recordings)}</p>
          <SaveMocks userId={userId} />
        </>
      )}
    </Dialog>
  );
}
