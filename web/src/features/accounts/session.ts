import { useSyncExternalStore } from "react";
import type { Config } from "../../config.ts";
import type { SignedIn } from "./amplify-auth.ts";
import { failureName } from "./auth-failure.ts";

/** Who is using the app; "unreachable" while stored tokens could not be renewed for want of a network. */
export type Session =
  | { kind: "loading" }
  | { kind: "nobody" }
  | { kind: "unreachable" }
  | ({ kind: "learner" } & SignedIn);

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

async function readSession(): Promise<Session> {
  try {
    const learner = await (await auth()).currentLearner();
    return learner ? { kind: "learner", ...learner } : { kind: "nobody" };
  } catch (error) {
    // Tokens that the user pool refuses are as good as none; without a network nobody can tell.
    const refused = failureName(error).endsWith("Exception");
    return { kind: refused ? "nobody" : "unreachable" };
  }
}

/** Reads who is signed in from the stored tokens. */
export async function refreshSession(): Promise<void> {
  setSession(await readSession());
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
