import { useState } from "react";
import type { Account } from "../../../../domain/accounts/account.ts";
import { Button } from "../../ui/button.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { useDeleteAccount } from "./use-delete-account.ts";

/** The way out for good. */
export function DangerZone({ account }: { account: Account }) {
  const [asking, setAsking] = useState(false);
  const { start, busy } = useDeleteAccount();
  return (
    <section className="danger-zone" aria-labelledby="danger-heading">
      <h2 id="danger-heading">Danger Zone</h2>
      <p>Permanently delete your account and all the data held about you.</p>
      <Button busy={busy} onClick={() => busy || setAsking(true)}>
        {busy ? "Deleting..." : "Delete account"}
      </Button>
      {asking && (
        <DeleteAccountDialog
          userId={account.profile.id}
          subscription={account.subscription}
          onDismiss={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            start();
          }}
        />
      )}
    </section>
  );
}
