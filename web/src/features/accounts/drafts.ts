import { useState } from "react";

/** What was typed on the pages of signing in, so that it is still there on the next one and after going back. */
const drafts = new Map<"email" | "fullName", string>();

/** A field's text, kept while this page is open; for nothing secret. */
export function useDraft(field: "email" | "fullName", given?: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => given ?? drafts.get(field) ?? "");
  const change = (next: string) => {
    drafts.set(field, next);
    setText(next);
  };
  return [text, change];
}

/** Forgets what was typed, once somebody is signed in. */
export function forgetDrafts(): void {
  drafts.clear();
}
