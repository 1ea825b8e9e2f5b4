import { useEffect, useRef, useState } from "react";
import { type Location, useNavigate } from "react-router";
import * as z from "zod/mini";
import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { type CodeRequest, endForceReset, removeCodeRequest } from "./code-request.ts";
import { refreshSession, setSessionLoading } from "./session.ts";

const typedFields = new Map<"email" | "fullName", string>();

/** Keeps the typed text in memory for the other sign-in pages. Do not use this hook for secrets. */
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

export type Credentials = { email: string; password: string; fullName?: string };

// Only in memory, because the app must not store a password.
let credentialsInMemory: Credentials | null = null;

export function rememberCredentials(credentials: Credentials): void {
  credentialsInMemory = credentials;
}

export function rememberedCredentials(email: string | undefined): Credentials | null {
  return credentialsInMemory !== null && credentialsInMemory.email === email ? credentialsInMemory : null;
}

export function forgetCredentials(): void {
  credentialsInMemory = null;
}

const Verified = z.object({ verified: z.object({ email: z.string() }) });

/** Navigation state for the log-in page. */
export const verifiedState = (email: string): z.infer<typeof Verified> => ({ verified: { email } });

export function parseVerified(state: unknown): { email: string } | null {
  const parsed = z.safeParse(Verified, state);
  return parsed.success ? parsed.data.verified : null;
}

const Refused = z.object({ refusedCode: z.string() });

/** Navigation state for the code page. `refusedCode` is the reason to show. */
export const refusedCodeState = (request: CodeRequest, refusedCode: string) => ({ ...request, refusedCode });

export function parseRefusedCode(state: unknown): string | null {
  const parsed = z.safeParse(Refused, state);
  return parsed.success ? parsed.data.refusedCode : null;
}

/** Against open redirects. */
export function safeOrigin(origin: unknown): string | null {
  return typeof origin === "string" && /^\/(?![/\\])/.test(origin) ? origin : null;
}

/** Returns the path to open after the log-in. */
export function originOf({ state }: Pick<Location<unknown>, "state">): string | null {
  return typeof state === "object" && state !== null && "origin" in state ? safeOrigin(state.origin) : null;
}

let isWelcomeQueued = false;

/** Queues a welcome until the account is loaded, because the welcome's text depends on the subscription. */
export function queueWelcome(): void {
  isWelcomeQueued = true;
}

/** A learner without a subscription has not chosen a plan yet, and counts as new. */
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
    // Forgets the password after the navigation. Otherwise the code page could ask for the password again.
    forgetCredentials();
    await refreshSession();
  };
}

/** The promise resolves to false if the component was unmounted during the delay. */
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
