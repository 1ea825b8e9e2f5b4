import { useSyncExternalStore } from "react";
import type { Config } from "../../config.ts";
import type { SignedIn } from "./amplify-auth.ts";

export type Session = { kind: "loading" } | { kind: "nobody" } | ({ kind: "learner" } & SignedIn);

let session: Session = { kind: "loading" };
let config: Config | undefined;
const listeners = new Set<() => void>();

function setSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

let loading: Promise<typeof import("./amplify-auth.ts")> | undefined;

/** Loads the sign-in library, which most visitors' first page does without. */
export async function auth(): Promise<typeof import("./amplify-auth.ts")> {
  loading ??= import("./amplify-auth.ts").then((module) => {
    if (!config) throw new Error("The session has not been started");
    module.configureAuth(config);
    return module;
  });
  return loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
}

function hasStoredTokens(clientId: string): boolean {
  return localStorage.getItem(`CognitoIdentityServiceProvider.${clientId}.LastAuthUser`) !== null;
}

/** Reads who is signed in from the stored tokens. */
export async function refreshSession(): Promise<Session> {
  const learner = await (await auth()).currentLearner().catch(() => null);
  setSession(learner ? { kind: "learner", ...learner } : { kind: "nobody" });
  return session;
}

/** Starts the session of this page. */
export function startSession(from: Config): void {
  config = from;
  if (hasStoredTokens(from.userPoolClientId)) void refreshSession();
  else setSession({ kind: "nobody" });
}

/** The access token of whoever is signed in; null for nobody. */
export async function accessToken(): Promise<string | null> {
  if (session.kind === "nobody") return null;
  return (await auth()).accessToken();
}

/** Signs out. The session ends here even if the server cannot be told. */
export async function logOut(): Promise<void> {
  await (await auth()).endSession().catch(() => undefined);
  setSession({ kind: "nobody" });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who is using the app. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}
