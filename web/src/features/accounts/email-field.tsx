import { TextField } from "../../ui/fields.ts";

/** The longest e-mail address that the server takes, in characters. */
const longestEmail = 320;

/** Asks for the e-mail address by which an account is known. */
export function EmailField({ value, onChange }: { value: string; onChange: (email: string) => void }) {
  return (
    <TextField
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      isRequired
      maxLength={longestEmail}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
