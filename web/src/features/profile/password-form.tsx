import { type FormEvent, useEffect, useRef, useState } from "react";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/fields.ts";
import { showToast } from "../../ui/toasts.ts";
import { emptyPasswords, noErrors, type PasswordErrors, type PasswordFields, passwordErrors } from "./new-password.ts";
import { useChangePassword } from "./use-change-password.ts";

const fields = [
  { name: "current", label: "Current password", autoComplete: "current-password" },
  { name: "next", label: "New password", autoComplete: "new-password" },
  { name: "again", label: "Confirm new password", autoComplete: "new-password" },
] as const;

function useErrors() {
  const [errors, setErrors] = useState(noErrors);
  const [reported, setReported] = useState(noErrors);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = fields.find(({ name }) => reported[name] !== "");
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus();
  }, [reported]);
  const show = (next: PasswordErrors) => {
    setErrors(next);
    setReported({ ...next });
  };
  const clear = (name: keyof PasswordFields) => setErrors((now) => ({ ...now, [name]: "" }));
  return { errors, show, clear, form };
}

export function PasswordForm({ email }: { email: string }) {
  const [passwords, setPasswords] = useState<PasswordFields>(emptyPasswords);
  const { errors, show, clear, form } = useErrors();
  const { busy, change } = useChangePassword(email);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = passwordErrors(passwords);
    show(wrong);
    if (passwords.next === "") return showToast(messages.passwordEmpty);
    if (Object.values(wrong).some((error) => error !== "")) return;
    const outcome = await change(passwords);
    if (outcome === "changed") setPasswords(emptyPasswords);
    if (outcome === "wrong") show({ ...noErrors, current: "Your current password is incorrect" });
  };

  return (
    <form className="settings-form" noValidate ref={form} onSubmit={(event) => void submit(event)}>
      {/* Names the account for password managers. */}
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      {fields.map(({ name, label, autoComplete }) => (
        <PasswordField
          key={name}
          label={label}
          name={name}
          autoComplete={autoComplete}
          isRequired
          {...(name === "next" ? { descriptiveText: "At least 6 characters" } : {})}
          value={passwords[name]}
          hasError={errors[name] !== ""}
          errorMessage={errors[name]}
          onChange={({ target }) => {
            setPasswords((now) => ({ ...now, [name]: target.value }));
            clear(name);
          }}
        />
      ))}
      <Button type="submit" variant="ink" busy={busy}>
        {busy ? "Updating..." : "Update password"}
      </Button>
    </form>
  );
}
