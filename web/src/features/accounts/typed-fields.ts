import { useState } from "react";

/** What was typed on the pages of signing in, so that it is still there on the next one and after going back. */
const typed = new Map<"email" | "fullName", string>();

/** A field's text, kept while this page is open; for nothing secret. */
export function useTypedField(field: "email" | "fullName", given?: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => given ?? typed.get(field) ?? "");
  const change = (next: string) => {
    typed.set(field, next);
    setText(next);
  };
  return [text, change];
}

/** Forgets what was typed, once somebody is signed in. */
export function forgetTypedFields(): void {
  typed.clear();
}
