import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Studio } from "../studio/studio.ts";

export function RestartDialog({ studio }: { studio: Studio }) {
  const discards = useObservable(studio.practice).activity.kind === "recording";
  const dismiss = () => studio.send({ type: "dismiss-dialog" });
  return (
    <Dialog
      title="Restart Current Segment?"
      onDismiss={dismiss}
      actions={
        <>
          <Button variant={discards ? "ink" : "plain"} onClick={dismiss}>
            Cancel
          </Button>
          <Button variant={discards ? "danger" : "ink"} onClick={() => studio.send({ type: "confirm-restart" })}>
            Restart Segment
          </Button>
        </>
      }
    >
      <p>
        {discards ? "Your current recording is discarded. " : ""}
        The original plays again and a new attempt starts. Earlier recordings of this segment are kept.
      </p>
    </Dialog>
  );
}
