import { useEffect, useRef } from "react";
import { codeLength } from "../../../../domain/accounts/code-link.ts";
import { TextField } from "../../ui/fields.ts";
import { codeIn } from "./credentials.ts";

type Props = {
  value: string;
  onChange: (code: string) => void;
  /** The last digit is in: not told of a code that was there from the beginning. */
  onComplete: () => void;
  problem: { hasError: boolean; errorMessage?: string };
};

/** Asks for the code of an e-mail. It has the focus, since nothing else is done on its page. */
export function CodeField({ value, onChange, onComplete, problem }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const known = useRef(value);
  const complete = useRef(onComplete);
  useEffect(() => {
    complete.current = onComplete;
  });
  useEffect(() => {
    if (known.current.length < codeLength) input.current?.focus();
  }, []);
  useEffect(() => {
    const isNew = value !== known.current;
    known.current = value;
    if (isNew && value.length === codeLength) complete.current();
  }, [value]);
  return (
    <TextField
      {...problem}
      ref={input}
      className="code-field"
      label="Verification code"
      descriptiveText="Six digits, which are checked as soon as the last one is in"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      isRequired
      value={value}
      onChange={(event) => onChange(codeIn(event.target.value))}
    />
  );
}
