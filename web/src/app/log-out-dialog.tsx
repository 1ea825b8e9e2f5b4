import { useQueryClient } from "@tanstack/react-query";
import { hasRecordings, saveAllRecordings, useLocalRecordings } from "../features/profile/local-recordings.ts";
import { RecordingsOffer } from "../features/profile/recordings-offer.tsx";
import { useZipMutation } from "../features/recording/save-as-zip.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { type LogOutFlow, type LogOutLoss, unsentUploadsText, unsentWorkText } from "./use-log-out.ts";

type Props = Pick<LogOutFlow, "confirm" | "cancel"> & { userId: string; loss: LogOutLoss };

function ConfirmLogOutDialog({ userId, loss, confirm, cancel }: Props) {
  const queries = useQueryClient();
  const recordings = useLocalRecordings(userId, loss.recordings);
  const saving = useZipMutation(() => saveAllRecordings(queries, userId));
  const deletes = hasRecordings(recordings);
  const hasUnsaved = loss.segments + loss.exams + loss.study > 0;
  return (
    <Dialog
      title={deletes ? "Delete your recordings and log out?" : hasUnsaved ? "Log out without saving?" : "Log out?"}
      onDismiss={cancel}
      actions={
        <>
          <Button variant={deletes ? "ink" : "plain"} onClick={cancel}>
            Stay
          </Button>
          <Button
            variant={deletes ? "danger" : "ink"}
            aria-disabled={saving.isPending}
            onClick={() => saving.isPending || void confirm()}
          >
            {deletes ? "Delete and log out" : "Log out"}
          </Button>
        </>
      }
    >
      {hasUnsaved && <p>{unsentWorkText(loss)}</p>}
      {loss.uploads > 0 && <p>{unsentUploadsText(loss.uploads)}</p>}
      <RecordingsOffer {...{ recordings, saving }} action="Logging out" />
    </Dialog>
  );
}

export function LogOutDialog({ userId, state, confirm, cancel }: LogOutFlow & { userId: string }) {
  if (state.kind === "here") return null;
  if (state.kind === "sending") {
    return <div className="navigation-progress" role="progressbar" aria-label="Saving your work" />;
  }
  return <ConfirmLogOutDialog {...{ userId, confirm, cancel }} loss={state} />;
}
