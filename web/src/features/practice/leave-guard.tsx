import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { isUnfinished } from "../../../../domain/practice.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { clearPractice } from "./forget-learner.ts";
import { useObservable } from "./observable.ts";
import type { Studio } from "./studio.ts";

/** To be given to a navigation that removes the learner's recordings, so that the question can say so. */
export const removingTakes = { state: { removesTakes: true } } as const;

function removesTakes(state: unknown): boolean {
  return typeof state === "object" && state !== null && "removesTakes" in state;
}

/** The browser's own question, before the tab is closed or loaded anew. */
function useUnloadQuestion(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isNeeded]);
}

/** Asks before a take is broken off by leaving. A take that is being stored holds nobody up: it is stored all the same. */
export function LeaveGuard({ studio, userId }: { studio: Studio; userId: string }) {
  const practice = useObservable(studio.practice);
  const { dialog } = practice;
  const [isLeaving, setLeaving] = useState(false);
  useUnloadQuestion(isUnfinished(practice));
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      studio.practice.get().activity.kind === "recording" && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    studio.send({ type: "ask-leave" });
    // Answered with "stay", or overtaken by the end of the recording.
    return studio.practice.subscribe(() => {
      if (studio.practice.get().dialog !== "leave") blocker.reset();
    });
  }, [blocker, studio]);

  if (dialog !== "leave" || blocker.state !== "blocked") return null;
  const removes = removesTakes(blocker.location.state);
  const stay = () => studio.send({ type: "dismiss-dialog" });
  const leave = async () => {
    setLeaving(true);
    await studio.leave();
    if (removes) {
      studio.dispose();
      await clearPractice(userId);
    }
    blocker.proceed();
  };
  return (
    <Dialog
      title="Leave while recording?"
      onDismiss={stay}
      actions={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button voice="ink" busy={isLeaving} onClick={() => isLeaving || void leave()}>
            Leave
          </Button>
        </>
      }
    >
      <p>
        {removes
          ? "Your recording ends here. Going back to the topics removes it, and all your other recordings on this device."
          : "Your recording ends here. What you have said so far is kept on this device."}
      </p>
    </Dialog>
  );
}
