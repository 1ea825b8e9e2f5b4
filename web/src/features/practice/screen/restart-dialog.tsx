import { useMutation } from "@tanstack/react-query";
import { currentSegment } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Studio } from "../studio/studio.ts";

export function RestartDialog({ studio }: { studio: Studio }) {
  const practice = useObservable(studio.practice);
  const discards = practice.activity.kind === "recording";
  const { recordings, completed } = currentSegment(practice);
  // A review does not save progress.
  const loses = completed && !practice.startsAfresh;
  const hasEarlier = recordings.length > 0;
  const dismiss = () => studio.send({ type: "dismiss-dialog" });
  const check = useMutation({ mutationFn: studio.canPlayOriginal });
  // A restart without an original would leave the segment not completed. `mutate` does not call `onSuccess` after the
  // dialog has closed.
  const restart = () =>
    check.mutate(undefined, {
      onSuccess: (isPlayable) => studio.send({ type: isPlayable ? "confirm-restart" : "dismiss-dialog" }),
    });
  return (
    <Dialog
      title="Restart Current Segment?"
      onDismiss={dismiss}
      actions={
        <>
          <Button variant={discards ? "ink" : "plain"} onClick={dismiss}>
            Cancel
          </Button>
          <Button
            variant={discards ? "danger" : "ink"}
            busy={check.isPending}
            onClick={() => check.isPending || restart()}
          >
            Restart Segment
          </Button>
        </>
      }
    >
      <p>
        {discards ? "Your current recording is discarded. " : ""}
        The original plays again and a new attempt starts.
        {loses ? " The segment is not completed until this attempt is recorded." : ""}
        {hasEarlier ? " Restarting does not delete earlier recordings." : ""}
      </p>
    </Dialog>
  );
}
