import { useSyncExternalStore } from "react";
import type { WebConfig } from "../../../../domain/http/web-config.ts";
import { type LogOut, type OtherTabs, subscribeToOtherTabs } from "./other-tabs.ts";
import { notifySessionEnd, refusedSession, type SessionEnd } from "./session-end.ts";
import {
  hasStoredTokens,
  removeStoredTokens,
  type SignedInLearner,
  storedLearner,
  storedToken,
} from "./stored-tokens.ts";

/** "unreachable": the session could not be read, and the stored tokens name no learner. */
export type Session =
  | { kind: "loading" }
  | { kind: "anonymous" }
  | { kind: "unreachable" }
  | ({ kind: "learner" } & SignedInLearner);

let session: Session = { kind: "loading" };
let config: WebConfig | undefined;
let otherTabs: OtherTabs | undefined;
// Incremented by each change, so that the result of an older read does not overwrite a newer session.
let sessionVersion = 0;
let isLoggingOut = false;
let sessionController = new AbortController();
let stopTokenRenewal = () => {};
const listeners = new Set<() => void>();
function setSession(next: Session): void {
  sessionVersion += 1;
  const before = session.kind === "learner" ? session.userId : null;
  const after = next.kind === "learner" ? next.userId : null;
  session = next;
  if (next.kind === "learner") refusedSession.set(false);
  if (before !== after) {
    if (before !== null) {
      sessionController.abort();
      sessionController = new AbortController();
    }
    stopTokenRenewal();
    stopTokenRenewal = after === null ? () => {} : startTokenRenewal();
    if (before !== null && after !== null) notifySessionEnd({ userId: before, how: "replaced", wasHere: true });
  }
  for (const listener of listeners) listener();
}

/** Pass `userId` if the session has not been read yet, so that listeners learn whose session ended. */
function endSessionLocally(how: SessionEnd["how"], userId = ""): void {
  if (isLoggingOut) return;
  const whose = session.kind === "learner" ? session.userId : userId;
  setSession({ kind: "anonymous" });
  if (how === "refused") refusedSession.set(true);
  notifySessionEnd({ userId: whose, how, wasHere: true });
}

export function settings(): WebConfig {
  if (!config) throw new Error("The session has not been started");
  return config;
}

export const hasGoogleSignIn = () => config === undefined || config.hostedUiUrl !== undefined;

let loading: Promise<typeof import("./amplify-auth.ts")> | undefined;

export async function loadAuth(): Promise<typeof import("./amplify-auth.ts")> {
  loading ??= import("./amplify-auth.ts").then((module) => {
    module.configureAuth(settings());
    return module;
  });
  return loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
}

function startTokenRenewal(): () => void {
  let stop = () => {};
  let stopped = false;
  const start = async () => {
    const { keepStoredTokensFresh } = await import("./token-renewal.ts");
    const { renewTokens } = await loadAuth();
    const onRefused = () => endSessionLocally("refused");
    if (!stopped) stop = keepStoredTokensFresh(settings().userPoolClientId, { renew: renewTokens, onRefused });
  };
  // If a module fails to load, tokens are still renewed when they are used.
  start().catch(() => {});
  return () => {
    stopped = true;
    stop();
  };
}

export async function refreshSession(): Promise<void> {
  const mine = sessionVersion;
  const { userPoolClientId } = settings();
  const hadTokens = hasStoredTokens(userPoolClientId);
  const stored = storedToken(userPoolClientId);
  const known = storedLearner(userPoolClientId);
  // Without a network the stored tokens are enough. The next renewal checks these tokens.
  if (known && !navigator.onLine) return setSession({ kind: "learner", ...known });
  try {
    const learner = await (await loadAuth()).currentLearner();
    if (mine !== sessionVersion) return;
    if (learner) setSession({ kind: "learner", ...learner });
    else if (hadTokens) endSessionLocally("refused", stored?.userId);
    else setSession({ kind: "anonymous" });
  } catch {
    if (mine !== sessionVersion || session.kind === "learner") return;
    setSession(known ? { kind: "learner", ...known } : { kind: "unreachable" });
  }
}

/** The wait for another tab's message, which `logOut` publishes after it has removed the tokens. */
const logOutNoticeDelayMs = 300;

async function endIfTokensGone(): Promise<void> {
  if (session.kind !== "learner") return;
  const mine = sessionVersion;
  const isThere = await loadAuth()
    .then(({ stillHasTokens }) => stillHasTokens())
    .catch(() => hasStoredTokens(settings().userPoolClientId));
  if (!isThere) await new Promise((resolve) => setTimeout(resolve, logOutNoticeDelayMs));
  if (mine !== sessionVersion) return;
  if (isThere) await refreshSession();
  else endSessionLocally("taken");
}

/** The redirect rules do not apply while the session is loading. */
export function setSessionLoading(): void {
  setSession({ kind: "loading" });
}

/** For prerendering. */
export function setSessionNobody(): void {
  setSession({ kind: "anonymous" });
}

/** With `returning`, does not read the session, because the caller finishes a Google sign-in first. */
export function startSession(from: WebConfig, { returning = false } = {}): void {
  config = from;
  otherTabs = subscribeToOtherTabs(from.userPoolClientId, {
    onLogOut: ({ userId, how }) => {
      const wasHere = session.kind === "learner" && session.userId === userId;
      if (wasHere) setSession({ kind: "anonymous" });
      notifySessionEnd({ userId, how, wasHere });
    },
    onTokensRemoved: () => void endIfTokensGone(),
    onSignedIn: () => void refreshSession(),
  });
  if (returning) return;
  if (hasStoredTokens(from.userPoolClientId)) void refreshSession();
  else setSession({ kind: "anonymous" });
}

/** Returns a signal that aborts when this page no longer has the current learner's session. */
export const getSessionSignal = (): AbortSignal => sessionController.signal;

/** Rejects if the result of the renewal is unknown, for example without a network. */
export async function accessToken(): Promise<string | null> {
  if (session.kind === "anonymous" || isLoggingOut) return null;
  const signal = getSessionSignal();
  const token = await (await loadAuth()).freshAccessToken();
  if (signal.aborted || isLoggingOut) return null;
  if (token === null && session.kind === "learner") endSessionLocally("refused");
  return token;
}

/** Rejects if the result of the renewal is unknown, for example without a network. */
export async function renewToken(refused: string): Promise<string | null> {
  const token = await (await loadAuth()).renewRefused(refused);
  if (token === null && session.kind === "learner") endSessionLocally("refused");
  return token;
}

/** Ends the learner's session if the user pool refuses to renew the token. */
export async function verifySession(): Promise<void> {
  const token = await accessToken();
  if (token !== null) await renewToken(token);
}

/** Call this function after the server reported that the account was deleted. */
export function endDeletedSession(): void {
  if (session.kind !== "learner" || isLoggingOut) return;
  const { userId } = session;
  endSessionLocally("deleted");
  otherTabs?.publishLogOut({ userId, how: "deleted" });
  void endStoredSession({ everywhere: false });
}

/** Ends this browser's session, even without a network or the sign-in library. */
export async function logOut(how: LogOut["how"] = "logged-out"): Promise<void> {
  const userId = session.kind === "learner" ? session.userId : null;
  await endOwnSession({ everywhere: false });
  if (userId !== null) otherTabs?.publishLogOut({ userId, how });
}

/** Asks the user pool to end the learner's other sessions too. */
export async function logOutEverywhere(): Promise<void> {
  if (session.kind !== "learner") return;
  const { userId } = session;
  await endOwnSession({ everywhere: true });
  notifySessionEnd({ userId, how: "reset", wasHere: true });
}

async function endOwnSession(options: { everywhere: boolean }): Promise<void> {
  isLoggingOut = true;
  try {
    await endStoredSession(options);
  } finally {
    isLoggingOut = false;
    setSession({ kind: "anonymous" });
  }
}

/** Removes the tokens in any case, so that nobody can use this browser's session later. */
async function endStoredSession(options: { everywhere: boolean }): Promise<void> {
  try {
    await (await loadAuth()).endSession(options);
  } catch {
    removeStoredTokens(settings().userPoolClientId);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => session,
  );
}
