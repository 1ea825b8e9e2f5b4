import { useQueryClient } from "@tanstack/react-query";
import { hasRecordings, saveAllRecordings, useRecordingsHere } from "../features/profile/recordings-here.ts";
import { RecordingsOffer } from "../features/profile/recordings-offer.tsx";
import { useZipSaving } from "../features/recording/save-as-zip.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { type LoggingOut, type Loss, lossText } from "./use-log-out.ts";

type Props = Pick<LoggingOut, "confirm" | "stay"> & { userId: string; loss: Loss };

/** Asks before logging out deletes what is nowhere else, and offers the recordings as a file. */
function Question({ userId, loss, confirm, stay }: Props) {
  const queries = useQueryClient();
  const recordings = useRecordingsHere(userId, loss.recordings);
  const saving = useZipSaving(() => saveAllRecordings(queries, userId));
  const deletes = hasRecordings(recordings);
  const hasUnsent = loss.segments + loss.mocks > 0;
  return (
    <Dialog
      title={deletes ? "Delete your recordings and log out?" : hasUnsent ? "Log out without saving?" : "Log out?"}
      onDismiss={stay}
      actions={
        <>
          <Button voice={deletes ? "ink" : "plain"} onClick={stay}>
            Stay
          </Button>
          <Button
            voice={deletes ? "danger" : "ink"}
            aria-disabled={saving.isPending}
            onClick={() => saving.isPending || void confirm()}
          >
            {deletes ? "Delete and log out" : "Log out"}
          </Button>
        </>
      }
    >
      {hasUnsent && <p>{lossText(loss)}</p>}
      <RecordingsOffer {...{ recordings, saving }} deed="Logging out" />
      {!deletes && !hasUnsent && <p>There are no more recordings on this device.</p>}
    </Dialog>
  );
}

/** Shows the progress of a log-out, and its question about recordings and unsent work. */
export function LogOutQuestion({ userId, state, confirm, stay }: LoggingOut & { userId: string }) {
  if (state.kind === "here") return null;
  if (state.kind === "sending") {
    return <div className="navigation-progress" role="progressbar" aria-label="Saving your progress" />;
  }
  return <Question {...{ userId, confirm, stay }} loss={state} />;
}
