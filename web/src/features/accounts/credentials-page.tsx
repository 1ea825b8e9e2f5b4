import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { codeLength } from "../../../../domain/accounts/code-link.ts";
import { announceReady } from "../../early-clicks.ts";
import { TextField } from "../../ui/fields.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { extractCode } from "./credentials.ts";
import type { useSubmit } from "./use-submit.ts";

import "./credentials-page.css";

type PageProps = { title: string; lead: ReactNode; children: ReactNode; footer: ReactNode };

let isFirst = true;

function useFocusAfterFirst() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst && document.activeElement === document.body) heading.current?.focus();
    return () => {
      isFirst = false;
    };
  }, []);
  return heading;
}

export function CredentialsPage({ title, lead, children, footer }: PageProps) {
  const heading = useFocusAfterFirst();
  useEffect(() => {
    // The timeout lets the fields adopt values that were typed before the app started.
    const timer = setTimeout(announceReady);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="credentials" id="main">
      <PageTitle>{title}</PageTitle>
      <div className="credentials-card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="credentials-lead">{lead}</p>
        {children}
        <div className="credentials-footer">{footer}</div>
      </div>
    </main>
  );
}

/** Fires an input event for each field that was filled before hydration, because React does not know these values. */
function adoptTypedValues(form: HTMLFormElement): void {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  for (const input of form.querySelectorAll("input")) {
    const { value, defaultValue } = input;
    if (value === defaultValue) continue;
    // Resets the value first, because React ignores the event if the value equals the last one that React has seen.
    input.value = defaultValue;
    write?.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

type FormProps = { sending: Pick<ReturnType<typeof useSubmit>, "form" | "onSubmit" | "clear">; children: ReactNode };

export function CredentialsForm({ sending, children }: FormProps) {
  const { form, clear } = sending;
  useLayoutEffect(() => {
    if (form.current) adoptTypedValues(form.current);
  }, [form]);
  return (
    <form
      ref={form}
      className="credentials-form"
      // Without scripts, a GET form would put the typed password into the URL.
      method="post"
      noValidate
      onSubmit={(event) => void sending.onSubmit(event)}
      onInput={({ target }) => target instanceof HTMLInputElement && clear(target.name)}
    >
      {children}
    </form>
  );
}

type FieldProps = {
  value: string;
  onChange: (email: string) => void;
  problem: { hasError: boolean; errorMessage?: string };
};

export function EmailField({ value, onChange, problem }: FieldProps) {
  return (
    <TextField
      {...problem}
      label="Email"
      // Type "text", because browsers change the value of an "email" field, for example by removing spaces.
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

type CodeFieldProps = {
  value: string;
  onChange: (code: string) => void;
  /** Not called if the field opens with a complete code. */
  onComplete: () => void;
  /** A sentence about the effect of the last digit, if any. */
  completion: string | null;
  problem: { hasError: boolean; errorMessage?: string };
};

export function CodeField({ value, onChange, onComplete, completion, problem }: CodeFieldProps) {
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
      descriptiveText={completion}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      isRequired
      value={value}
      onChange={(event) => onChange(extractCode(event.target.value))}
    />
  );
}
