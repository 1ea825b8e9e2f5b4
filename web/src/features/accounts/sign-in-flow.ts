import { useEffect, useRef, useState } from "react";
import { type Location, useNavigate } from "react-router";
import * as z from "zod/mini";
import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { type CodeRequest, endForceReset, removeCodeRequest } from "./code-request.ts";
import { refreshSession, setSessionLoading } from "./session.ts";

/** Typed values of the log-in and sign-up fields, kept from one page to the next and back. */
const typedFields = new Map<"email" | "fullName", string>();

/** A field's text, kept while this page is open; for nothing secret. */
export function useTypedField(field: "email" | "fullName", given?: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => given ?? typedFields.get(field) ?? "");
  const change = (next: string) => {
    typedFields.set(field, next);
    setText(next);
  };
  return [text, change];
}

/** Forgets what was typed, once somebody is signed in. */
function forgetTypedFields(): void {
  typedFields.clear();
}

/** Credentials of a sign-up whose email is not confirmed yet. */
export type Credentials = { email: string; password: string; fullName?: string };

// In this page's memory alone: a password is stored nowhere.
let credentialsInMemory: Credentials | null = null;

/** Keeps, while this page is open, what is to hold once the e-mail is confirmed. */
export function rememberCredentials(credentials: Credentials): void {
  credentialsInMemory = credentials;
}

/** Returns the credentials typed for an email on this page; null after a reload, in another tab and for other emails. */
export function rememberedCredentials(email: string | undefined): Credentials | null {
  return credentialsInMemory !== null && credentialsInMemory.email === email ? credentialsInMemory : null;
}

/** Forgets it, once somebody is signed in. */
export function forgetCredentials(): void {
  credentialsInMemory = null;
}

const Verified = z.object({ verified: z.object({ email: z.string() }) });

/** The state of a navigation to the login for somebody whose e-mail is verified, and whose password is not known here. */
export const verifiedState = (email: string): z.infer<typeof Verified> => ({ verified: { email } });

/** Whose e-mail was just verified, as a navigation's state says; null if nobody's. */
export function parseVerified(state: unknown): { email: string } | null {
  const parsed = z.safeParse(Verified, state);
  return parsed.success ? parsed.data.verified : null;
}

const Refused = z.object({ refusedCode: z.string() });

/** The state of a navigation back to a code that was refused, with the words for it. */
export const refusedCodeState = (request: CodeRequest, refusedCode: string) => ({ ...request, refusedCode });

/** Why the code that a navigation comes from was refused; null if none was. */
export function parseRefusedCode(state: unknown): string | null {
  const parsed = z.safeParse(Refused, state);
  return parsed.success ? parsed.data.refusedCode : null;
}

/** A path of this app; null if it is none. */
export function safeOrigin(origin: unknown): string | null {
  return typeof origin === "string" && /^\/(?![/\\])/.test(origin) ? origin : null;
}

/** Returns the path from which a visitor was sent to log in; null if there is none or it is not of this app. */
export function originOf({ state }: Pick<Location<unknown>, "state">): string | null {
  return typeof state === "object" && state !== null && "origin" in state ? safeOrigin(state.origin) : null;
}

let isWelcomeQueued = false;

/** Notes that somebody has logged in, who is greeted once it is known whether they were here before. */
export function queueWelcome(): void {
  isWelcomeQueued = true;
}

/** Greets whoever has just logged in: as one who is back if they had chosen a plan, which is what everybody does first. */
export function showQueuedWelcome(subscription: Subscription | null): void {
  if (!isWelcomeQueued) return;
  isWelcomeQueued = false;
  showToast(subscription ? messages.loginSuccessful : messages.firstLogin);
}

/** Lets somebody in who has just signed in, at the path where they are to begin. */
export function useEnterApp(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  return async (path) => {
    forgetTypedFields();
    removeCodeRequest();
    endForceReset();
    setSessionLoading();
    await navigate(path, { replace: true });
    // Not before: the page that is left would ask for the password.
    forgetCredentials();
    await refreshSession();
  };
}

/** Waits so many ms; false if the page was left meanwhile. */
export function useDelay(): (ms: number) => Promise<boolean> {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (ms) => new Promise((resolve) => void setTimeout(() => resolve(isHere.current), ms));
}
