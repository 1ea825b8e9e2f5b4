import { useState } from "react";
import type { Account } from "../../../../domain/accounts/account.ts";
import { Button } from "../../ui/button.tsx";
import type { Session } from "../accounts/session.ts";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { PasswordForm } from "./password-form.tsx";
import { useDeleteAccount } from "./use-delete-account.ts";

function DangerZone({ account }: { account: Account }) {
  const [asking, setAsking] = useState(false);
  const { start, busy } = useDeleteAccount();
  return (
    <section className="danger-zone" aria-labelledby="danger-heading">
      <h2 id="danger-heading">Danger Zone</h2>
      <p>Permanently delete your account and your data.</p>
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

type SecurityTabProps = { session: Session & { kind: "learner" }; account: Account };

export function SecurityTab({ session, account }: SecurityTabProps) {
  return (
    <>
      <section aria-labelledby="password-heading">
        <h2 id="password-heading">Password &amp; Security</h2>
        {session.provider === "google" ? (
          <p>You log in with Google, so you have no Parlance password.</p>
        ) : (
          <>
            <p>If you change your password, your other devices are logged out. This can take an hour.</p>
            <PasswordForm email={session.email} />
          </>
        )}
      </section>
      <DangerZone account={account} />
    </>
  );
}
