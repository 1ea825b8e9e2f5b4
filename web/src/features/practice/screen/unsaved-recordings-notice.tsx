import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { recordingCountText } from "../../recording/recording-labels.ts";
import type { Studio } from "../studio/studio.ts";

export function UnsavedRecordingsNotice({ studio, onMakeRoom }: { studio: Studio; onMakeRoom: () => void }) {
  const unsaved = useObservable(studio.recordings.unsaved);
  if (unsaved.length === 0) return null;
  const isFull = unsaved.some(({ reason }) => reason === "quota");
  const what = recordingCountText(unsaved.length);
  const them = unsaved.length === 1 ? "it" : "them";
  return (
    <div className="unsaved-notice" role="status">
      <p>
        {isFull && "Storage was full. "}
        {what} of this dialogue could not be fully stored. To keep {them}, download {them} before you leave.
      </p>
      {isFull && <Button onClick={onMakeRoom}>Free up space</Button>}
    </div>
  );
}
