import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { recordingCountText } from "../../recording/recording-labels.ts";
import type { UnsavedRecording } from "../../recording/store/unsaved-recordings.ts";
import type { Studio } from "../studio/studio.ts";

const isStorageFull = ({ reason }: UnsavedRecording) => reason === "quota";

export function UnsavedRecordingsNotice({ studio, onMakeRoom }: { studio: Studio; onMakeRoom: () => void }) {
  const unsaved = useObservable(studio.recordings.unsaved);
  if (unsaved.length === 0) return null;
  const what = recordingCountText(unsaved.length);
  return (
    <div className="unsaved-notice" role="status">
      {unsaved.some(isStorageFull) ? (
        <>
          <p>
            Storage is full. {what} of this dialogue could not be stored. Delete other recordings, and Parlance tries
            again.
          </p>
          <Button onClick={onMakeRoom}>Free up space</Button>
        </>
      ) : (
        <p>This browser does not store recordings. Download those that you want to keep before you leave this page.</p>
      )}
    </div>
  );
}
