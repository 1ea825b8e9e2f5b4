import { useSyncExternalStore } from "react";
import type { WebConfig } from "../../../../domain/http/web-config.ts";
import type { SignedInLearner } from "./amplify-tokens.ts";
import { type LogOut, type OtherTabs, subscribeToOtherTabs } from "./other-tabs.ts";
import { notifySessionEnd, refusedSession, type SessionEnd } from "./session-end.ts";
import { hasStoredTokens, storedToken } from "./stored-tokens.ts";

/** Who is using the app; "unreachable" while stored tokens could not be renewed for want of a network. */
export type Session =
  | { kind: "loading" }
  | { kind: "nobody" }
  | { kind: "unreachable" }
  | ({ kind: "learner" } & SignedInLearner);

let session: Session = { kind: "loading" };
let config: WebConfig | undefined;
let otherTabs: OtherTabs | undefined;
// Counts what was set, so that what was read before that is not set after it.
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

/** Ends the session of this page without asking anybody; `userId` is whose it was if that is not known here yet. */
function endSessionLocally(how: SessionEnd["how"], userId = ""): void {
  if (isLoggingOut) return;
  const whose = session.kind === "learner" ? session.userId : userId;
  setSession({ kind: "nobody" });
  if (how === "refused") refusedSession.set(true);
  notifySessionEnd({ userId: whose, how, wasHere: true });
}

/** The settings of the stage that the session was started with. */
export function settings(): WebConfig {
  if (!config) throw new Error("The session has not been started");
  return config;
}

/** Whether Google accounts can sign in at this stage; while its settings are not known, that they can. */
export const hasGoogleSignIn = () => config === undefined || config.hostedUiUrl !== undefined;

let loading: Promise<typeof import("./amplify-auth.ts")> | undefined;

/** Loads the sign-in library, which most visitors' first page does without. */
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
  // Without it tokens are still renewed when they are used.
  start().catch(() => {});
  return () => {
    stopped = true;
    stop();
  };
}

/** Reads who is signed in from the stored tokens. A learner stays signed in while nobody can tell. */
export async function refreshSession(): Promise<void> {
  const mine = sessionVersion;
  const { userPoolClientId } = settings();
  const hadTokens = hasStoredTokens(userPoolClientId);
  const held = storedToken(userPoolClientId);
  try {
    const learner = await (await loadAuth()).currentLearner();
    if (mine !== sessionVersion) return;
    if (learner) setSession({ kind: "learner", ...learner });
    else if (hadTokens) endSessionLocally("refused", held?.userId);
    else setSession({ kind: "nobody" });
  } catch {
    if (mine === sessionVersion && session.kind !== "learner") setSession({ kind: "unreachable" });
  }
}

/** How long what another tab tells may take to be heard here, in ms. */
const logOutNoticeDelayMs = 300;

/** Another tab has taken the tokens away, for good or to put others in their place. */
async function endIfTokensGone(): Promise<void> {
  if (session.kind !== "learner") return;
  const mine = sessionVersion;
  const isThere = await loadAuth()
    .then(({ stillHasTokens }) => stillHasTokens())
    .catch(() => hasStoredTokens(settings().userPoolClientId));
  // The other tab says why once it has taken them away.
  if (!isThere) await new Promise((resolve) => setTimeout(resolve, logOutNoticeDelayMs));
  if (mine !== sessionVersion) return;
  if (isThere) await refreshSession();
  else endSessionLocally("taken");
}

/** Says that somebody is signing in: nobody is sent away until it is known who. */
export function setSessionLoading(): void {
  setSession({ kind: "loading" });
}

/** Says that there is nobody until a session is started: for a page that is drawn before there is a browser. */
export function setSessionNobody(): void {
  setSession({ kind: "nobody" });
}

/** Starts the session of this page; `returning` from a sign-in elsewhere, it is read once that is finished. */
export function startSession(from: WebConfig, { returning = false } = {}): void {
  config = from;
  otherTabs = subscribeToOtherTabs(from.userPoolClientId, {
    onLogOut: ({ userId, how }) => {
      const wasHere = session.kind === "learner" && session.userId === userId;
      if (wasHere) setSession({ kind: "nobody" });
      notifySessionEnd({ userId, how, wasHere });
    },
    onTokensRemoved: () => void endIfTokensGone(),
    onSignedIn: () => void refreshSession(),
  });
  if (returning) return;
  if (hasStoredTokens(from.userPoolClientId)) void refreshSession();
  else setSession({ kind: "nobody" });
}

/** Aborted once the session of whoever is signed in now is over. */
export const getSessionSignal = (): AbortSignal => sessionController.signal;

/**
 * The access token of whoever is signed in; null for nobody, and for a learner who is logging out. Rejects if it cannot be
 * renewed for want of a network.
 */
export async function accessToken(): Promise<string | null> {
  if (session.kind === "nobody" || isLoggingOut) return null;
  const token = await (await loadAuth()).freshAccessToken();
  if (token === null && session.kind === "learner") endSessionLocally("refused");
  return isLoggingOut ? null : token;
}

/**
 * A newer token for a call whose token the API refused; null if there is none, which ends the session. Rejects without a
 * network.
 */
export async function renewToken(refused: string): Promise<string | null> {
  const token = await (await loadAuth()).renewRefused(refused);
  if (token === null && session.kind === "learner") endSessionLocally("refused");
  return token;
}

/** Asks the user pool whether it still honours the session, which ends if it does not. Rejects without a network. */
export async function verifySession(): Promise<void> {
  const token = await accessToken();
  if (token !== null) await renewToken(token);
}

/** The server says that the account of whoever is signed in has been deleted: their tokens are good for nothing. */
export function endDeletedSession(): void {
  if (session.kind !== "learner" || isLoggingOut) return;
  const { userId } = session;
  endSessionLocally("deleted");
  otherTabs?.publishLogOut({ userId, how: "deleted" });
  loadAuth()
    .then(({ endSession }) => endSession({ everywhere: false }))
    // They are refused wherever they are shown.
    .catch(() => {});
}

/** Signs out of this browser. The session ends here even if the server cannot be told. */
export async function logOut(how: LogOut["how"] = "logged-out"): Promise<void> {
  const userId = session.kind === "learner" ? session.userId : null;
  await endOwnSession({ everywhere: false });
  if (userId !== null) otherTabs?.publishLogOut({ userId, how });
}

/** Ends all sessions of whoever is signed in; what this browser holds of them stays for them. */
export async function logOutEverywhere(): Promise<void> {
  if (session.kind !== "learner") return;
  const { userId } = session;
  await endOwnSession({ everywhere: true });
  notifySessionEnd({ userId, how: "reset", wasHere: true });
}

async function endOwnSession(options: { everywhere: boolean }): Promise<void> {
  isLoggingOut = true;
  try {
    await (await loadAuth()).endSession(options).catch(() => undefined);
  } finally {
    isLoggingOut = false;
    setSession({ kind: "nobody" });
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who is using the app. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => session,
  );
}
