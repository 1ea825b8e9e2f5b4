import { useEffect, useRef, useState } from "react";
import { type Location, useNavigate } from "react-router";
import * as z from "zod/mini";
import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { type CodeRequest, endForceReset, removeCodeRequest } from "./code-request.ts";
import { refreshSession, setSessionLoading } from "./session.ts";

const typedFields = new Map<"email" | "fullName", string>();

/**
 * Holds the text of a field. The text stays when the learner moves between the sign-in pages. Do not use this hook for
 * secrets.
 */
export function useTypedField(field: "email" | "fullName", given?: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => given ?? typedFields.get(field) ?? "");
  const change = (next: string) => {
    typedFields.set(field, next);
    setText(next);
  };
  return [text, change];
}

function forgetTypedFields(): void {
  typedFields.clear();
}

/** Credentials that were typed for an email that is not confirmed yet. */
export type Credentials = { email: string; password: string; fullName?: string };

// Only in memory, because the app must not store a password.
let credentialsInMemory: Credentials | null = null;

export function rememberCredentials(credentials: Credentials): void {
  credentialsInMemory = credentials;
}

/**
 * Returns the credentials typed for an email on this page; null after a reload, in another tab and for other emails.
 */
export function rememberedCredentials(email: string | undefined): Credentials | null {
  return credentialsInMemory !== null && credentialsInMemory.email === email ? credentialsInMemory : null;
}

export function forgetCredentials(): void {
  credentialsInMemory = null;
}

const Verified = z.object({ verified: z.object({ email: z.string() }) });

/** Navigation state for the log-in page after an email was verified and the log-in failed. */
export const verifiedState = (email: string): z.infer<typeof Verified> => ({ verified: { email } });

export function parseVerified(state: unknown): { email: string } | null {
  const parsed = z.safeParse(Verified, state);
  return parsed.success ? parsed.data.verified : null;
}

const Refused = z.object({ refusedCode: z.string() });

/** Navigation state for the code page after a code was refused, with the reason to show. */
export const refusedCodeState = (request: CodeRequest, refusedCode: string) => ({ ...request, refusedCode });

export function parseRefusedCode(state: unknown): string | null {
  const parsed = z.safeParse(Refused, state);
  return parsed.success ? parsed.data.refusedCode : null;
}

/** Returns `origin` if it is a path of this app, otherwise null. This prevents open redirects. */
export function safeOrigin(origin: unknown): string | null {
  return typeof origin === "string" && /^\/(?![/\\])/.test(origin) ? origin : null;
}

/**
 * Returns the path from which a visitor was redirected to the log-in page; null if there is none, or if it is outside
 * of this app.
 */
export function originOf({ state }: Pick<Location<unknown>, "state">): string | null {
  return typeof state === "object" && state !== null && "origin" in state ? safeOrigin(state.origin) : null;
}

let isWelcomeQueued = false;

/** Queues a welcome until the account is loaded, because the welcome's text depends on the subscription. */
export function queueWelcome(): void {
  isWelcomeQueued = true;
}

/**
 * Shows the queued welcome, if there is one. Without a subscription the learner is new, because each new learner has
 * to choose a plan first.
 */
export function showQueuedWelcome(subscription: Subscription | null): void {
  if (!isWelcomeQueued) return;
  isWelcomeQueued = false;
  showToast(subscription ? messages.loginSuccessful : messages.firstLogin);
}

export function useEnterApp(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  return async (path) => {
    forgetTypedFields();
    removeCodeRequest();
    endForceReset();
    setSessionLoading();
    await navigate(path, { replace: true });
    // Forgets the password after the navigation. Otherwise the previous page would ask for the password again.
    forgetCredentials();
    await refreshSession();
  };
}

/** Returns a function that waits. Its promise resolves to false if the page was left meanwhile. */
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
