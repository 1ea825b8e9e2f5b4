import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { hasUnfinishedRecording } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { useUnloadWarning } from "../../../browser/use-unload-warning.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Studio } from "../studio/studio.ts";

/** @param unstored number of earlier recordings that could not be stored */
export function stoppingText(unstored: number): string {
  return unstored === 0
    ? "Your recording stops here and is kept on this device."
    : "Your recording stops here. This browser may not be able to store it.";
}

type Props = {
  studio: Studio;
  mayLeave: () => boolean;
};

export function LeaveGuard({ studio, mayLeave }: Props) {
  const practice = useObservable(studio.practice);
  const { dialog } = practice;
  const [isLeaving, setLeaving] = useState(false);
  const unsaved = useObservable(studio.recordings.unsaved);
  useUnloadWarning(hasUnfinishedRecording(practice) || unsaved.length > 0);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !mayLeave() &&
      studio.practice.get().activity.kind === "recording" &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    studio.send({ type: "ask-leave" });
    // The end of the recording also closes the dialog.
    return studio.practice.subscribe(() => {
      if (studio.practice.get().dialog !== "leave") blocker.reset();
    });
  }, [blocker, studio]);

  if (dialog !== "leave" || blocker.state !== "blocked") return null;
  const stay = () => studio.send({ type: "dismiss-dialog" });
  const leave = async () => {
    setLeaving(true);
    // The learner stays if the recording would be lost.
    if (await studio.stopAndSave()) blocker.proceed();
    else setLeaving(false);
  };
  return (
    <Dialog
      title="Leave while recording?"
      onDismiss={stay}
      actions={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button variant="ink" busy={isLeaving} onClick={() => isLeaving || void leave()}>
            Leave
          </Button>
        </>
      }
    >
      <p>{stoppingText(unsaved.length)}</p>
    </Dialog>
  );
}
