import { useMutation } from "@tanstack/react-query";
import { currentSegment } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Studio } from "../studio/studio.ts";

export function RestartDialog({ studio }: { studio: Studio }) {
  const practice = useObservable(studio.practice);
  const discards = practice.activity.kind === "recording";
  // A review does not save progress.
  const loses = currentSegment(practice).completed && !practice.startsAfresh;
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
        The original plays again.
        {loses ? " Until you record again, the segment is not completed." : ""}
      </p>
    </Dialog>
  );
}
