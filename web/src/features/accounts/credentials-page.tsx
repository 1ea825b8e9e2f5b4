import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { codeLength } from "../../../../domain/accounts/code-link.ts";
import { announceReady } from "../../early-clicks.ts";
import { TextField } from "../../ui/fields.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { extractCode } from "./credentials.ts";
import type { useSubmit } from "./use-submit.ts";

import "./credentials-page.css";

type PageProps = { title: string; lead: ReactNode; children: ReactNode; footer: ReactNode };

// Whoever opens the app begins at its top; only what follows takes the focus, which would be lost with the last page's.
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

/** The frame of every page on which a person says who they are. */
export function CredentialsPage({ title, lead, children, footer }: PageProps) {
  const heading = useFocusAfterFirst();
  useEffect(() => {
    // Once its fields know what was typed into them before.
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

/**
 * Takes in what was typed into a form's fields before the app had started, of which React knows nothing yet: each field
 * tells of it as if it were typed now.
 */
function adoptTypedValues(form: HTMLFormElement): void {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  for (const input of form.querySelectorAll("input")) {
    const { value, defaultValue } = input;
    if (value === defaultValue) continue;
    // React heeds a field only if it holds something else than React last saw written there.
    input.value = defaultValue;
    write?.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

type FormProps = { sending: Pick<ReturnType<typeof useSubmit>, "form" | "onSubmit" | "clear">; children: ReactNode };

/** A form on which a person says who they are; what is wrong with its fields is told beside them. */
export function CredentialsForm({ sending, children }: FormProps) {
  const { form, clear } = sending;
  useLayoutEffect(() => {
    if (form.current) adoptTypedValues(form.current);
  }, [form]);
  return (
    <form
      ref={form}
      className="credentials-form"
      // Without scripts, a GET form would put the typed password into the address.
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

/** Asks for the e-mail address by which an account is known. */
export function EmailField({ value, onChange, problem }: FieldProps) {
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

type CodeFieldProps = {
  value: string;
  onChange: (code: string) => void;
  /** The last digit is in: not told of a code that was there from the beginning. */
  onComplete: () => void;
  problem: { hasError: boolean; errorMessage?: string };
};

/** Asks for the code of an e-mail. It has the focus, since nothing else is done on its page. */
export function CodeField({ value, onChange, onComplete, problem }: CodeFieldProps) {
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
      descriptiveText="The code has six digits. We check it as soon as you enter the last one."
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      isRequired
      value={value}
      onChange={(event) => onChange(extractCode(event.target.value))}
    />
  );
}
