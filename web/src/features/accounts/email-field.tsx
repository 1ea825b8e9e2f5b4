import { TextField } from "../../ui/fields.ts";

type Props = {
  value: string;
  onChange: (email: string) => void;
  problem: { hasError: boolean; errorMessage?: string };
};

/** Asks for the e-mail address by which an account is known. */
export function EmailField({ value, onChange, problem }: Props) {
  return (
    <TextField
      {...problem}
      label="Email"
      // Not of type "email": that rewrites what was typed, and holds back addresses that a longer look would explain.
      type="text"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      name="email"
      autoComplete="username"
      isRequired
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
