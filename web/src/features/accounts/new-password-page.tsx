import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/fields.ts";
import { confirmationProblem, newPasswordProblem } from "./credentials.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { CredentialsPage } from "./credentials-page.tsx";
import { useCodeRequest } from "./use-code-request.ts";
import { useSetPassword } from "./use-set-password.ts";
import { useSubmit } from "./use-submit.ts";

/** Choose a new password, with a code that was entered before. */
export function NewPasswordPage() {
  const found = useCodeRequest();
  const request = found?.mode === "reset" && found.code ? found : null;
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const { submit, startAgain, done } = useSetPassword(request, password);
  const sending = useSubmit({
    submit,
    failed: messages.passwordNotReset,
    check: () => ({
      password: newPasswordProblem(password),
      confirmation: confirmationProblem(password, confirmation),
    }),
  });
  // Told once, of a page that was opened without a code: on its way out it has none any more.
  const [isLost] = useState(request === null);
  const restart = useRef(startAgain);
  useEffect(() => {
    if (isLost) void restart.current();
  }, [isLost]);

  return (
    <CredentialsPage
      title="New password"
      lead={done ? "Your new password is set. Taking you on…" : "Choose a new password for your account."}
      footer={<Link to={paths.login}>Back to Login</Link>}
    >
      <CredentialsForm sending={sending}>
        <TextField
          label="Email"
          name="email"
          autoComplete="username"
          isReadOnly
          value={request?.email ?? ""}
          descriptiveText="The account that this password is for"
        />
        <PasswordField
          {...sending.problemOf("password")}
          label="New password"
          descriptiveText="Password must be at least 6 characters long"
          name="password"
          autoComplete="new-password"
          isRequired
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          {...sending.problemOf("confirmation")}
          label="Confirm password"
          name="confirmation"
          autoComplete="new-password"
          isRequired
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
        <Button type="submit" voice="ink" busy={sending.busy}>
          Update password
        </Button>
      </CredentialsForm>
    </CredentialsPage>
  );
}
