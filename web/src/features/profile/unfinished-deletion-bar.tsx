import { useOnline } from "../../browser/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { clearDeletion } from "./unfinished-deletion.ts";
import { useDeleteAccount } from "./use-delete-account.ts";
import "./unfinished-deletion-bar.css";

export function UnfinishedDeletionBar() {
  const { start, busy } = useDeleteAccount();
  const status = useOnline()
    ? "Your account is being deleted. Please keep this page open."
    : "You are offline. The deletion of your account needs a connection.";
  return (
    <section className="deletion-bar" aria-label="Deletion of your account">
      <p role="status">
        {busy ? status : "The deletion of your account is not finished. Some data may be deleted already."}
      </p>
      <div className="deletion-bar-actions">
        <Button variant="danger" busy={busy} onClick={start}>
          {busy ? "Deleting..." : "Finish Deleting"}
        </Button>
        {!busy && <Button onClick={clearDeletion}>Not now</Button>}
      </div>
    </section>
  );
}
