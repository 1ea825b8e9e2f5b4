import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { LoggingOut } from "./use-log-out.ts";

type Unsent = { segments: number; mocks: number };

const counted = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`);

/** What logging out would remove that the server does not have. */
function lossText({ segments, mocks }: Unsent): string {
  const parts = [
    ...(segments > 0 ? [`Your progress with ${counted(segments, "segment", "segments")}`] : []),
    ...(mocks > 0 ? [`what is new of ${counted(mocks, "mock exam", "mock exams")}`] : []),
  ];
  const [first = "", second] = parts;
  const what = second ? `${first} and ${second}` : first.replace(/^w/, "W");
  return `${what} could not be sent, and logging out removes it from this browser.`;
}

/** Shows that a learner who logs out still has progress here, and asks before it is given up. */
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
