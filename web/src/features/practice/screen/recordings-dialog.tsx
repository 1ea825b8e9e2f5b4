import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { StoredRecordings } from "../recordings/stored-recordings.tsx";

export function RecordingsDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  return (
    <Dialog
      title="Your practice recordings in this browser"
      onDismiss={onClose}
      actions={
        <Button variant="ink" onClick={onClose}>
          Done
        </Button>
      }
    >
      <StoredRecordings userId={userId} />
    </Dialog>
  );
}
