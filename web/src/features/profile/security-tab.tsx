import type { Account } from "../../../../domain/accounts/account.ts";
import type { Session } from "../accounts/session.ts";
import { DangerZone } from "./danger-zone.tsx";
import { PasswordForm } from "./password-form.tsx";

type SecurityTabProps = { session: Session & { kind: "learner" }; account: Account };

/** The learner's password, and the end of the account. */
export function SecurityTab({ session, account }: SecurityTabProps) {
  return (
    <>
      <section aria-labelledby="password-heading">
        <h2 id="password-heading">Password &amp; Security</h2>
        {session.provider === "google" ? (
          <p>
            You sign in with Google, so Parlance has no password of yours. You can change your Google password in your
            Google account.
          </p>
        ) : (
          <>
            <p>With a new password you are logged out everywhere but here.</p>
            <PasswordForm email={session.email} />
          </>
        )}
      </section>
      <DangerZone account={account} />
    </>
  );
}
