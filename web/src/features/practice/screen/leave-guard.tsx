import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { hasUnfinishedRecording } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { useUnloadWarning } from "../../../browser/use-unload-warning.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Studio } from "../studio/studio.ts";
import { LoseRecordingsDialog } from "./lose-recordings.tsx";
import { UnstoredNote } from "./recordings-choice.tsx";

export const stopText = "If you leave, your recording stops.";
export const stopAndKeepText = `${stopText} Parlance keeps what you recorded.`;

type Props = {
  studio: Studio;
  mayLeave: () => boolean;
};

export function LeaveGuard({ studio, mayLeave }: Props) {
  const practice = useObservable(studio.practice);
  const { dialog } = practice;
  const [isLeaving, setLeaving] = useState(false);
  const [reason, setReason] = useState<"recording" | "unsaved">("recording");
  const unsaved = useObservable(studio.recordings.unsaved);
  useUnloadWarning(hasUnfinishedRecording(practice) || unsaved.length > 0);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (mayLeave() || currentLocation.pathname === nextLocation.pathname) return false;
    const isRecording = studio.practice.get().activity.kind === "recording";
    setReason(isRecording ? "recording" : "unsaved");
    return isRecording || studio.recordings.unsaved.get().length > 0;
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (reason === "unsaved") {
      // The recordings were stored or deleted meanwhile.
      if (unsaved.length === 0) blocker.proceed();
      return;
    }
    studio.send({ type: "ask-leave" });
    // The end of the recording also closes the dialog.
    return studio.practice.subscribe(() => {
      if (studio.practice.get().dialog !== "leave") blocker.reset();
    });
  }, [blocker, studio, reason, unsaved.length]);

  if (blocker.state !== "blocked") return null;
  if (reason === "unsaved") {
    return <LoseRecordingsDialog count={unsaved.length} onStay={blocker.reset} onLeave={blocker.proceed} />;
  }
  if (dialog !== "leave") return null;
  const stay = () => studio.send({ type: "dismiss-dialog" });
  const leave = async () => {
    setLeaving(true);
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
      <p>{stopAndKeepText}</p>
      <UnstoredNote count={unsaved.length} />
    </Dialog>
  );
}
