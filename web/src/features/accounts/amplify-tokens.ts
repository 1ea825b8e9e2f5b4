import { Amplify } from "aws-amplify";
import { fetchAuthSession, signIn, signOut } from "aws-amplify/auth";
import type { DBSchema, IDBPDatabase } from "idb";
import { createDatabaseConnection } from "../../browser/database.ts";
import { stored } from "../../browser/stored.ts";
import { withTimeout } from "../../browser/timing.ts";
import { failureName } from "./auth-failure.ts";
import { type SignedInLearner, type StoredToken, storedToken, storedTokenMark } from "./stored-tokens.ts";
import { isRenewalDue } from "./token-renewal.ts";

interface Schema extends DBSchema {
  latest: { key: "tokens"; value: string };
}

const databaseTimeoutMs = 1_000;
const storageSyncTimeoutMs = 2_000;

async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const { connect, close } = createDatabaseConnection<Schema>(
    stored.latestTokens,
    (opened) => void opened.createObjectStore("latest"),
  );
  try {
    return await work(await connect());
  } finally {
    close();
  }
}

const orNullOnTimeout = async <T>(asking: Promise<T>): Promise<T | null> => {
  const answer = await withTimeout(asking, databaseTimeoutMs).catch(() => null);
  return answer === "late" ? null : answer;
};

/**
 * Never rejects.
 * @param mark identifies the tokens; "" for none
 */
export async function recordLatestTokens(mark: string): Promise<void> {
  const work =
    mark === ""
      ? withDatabase((database) => database.delete("latest", "tokens"))
      : withDatabase((database) => database.put("latest", mark, "tokens"));
  await orNullOnTimeout(work.then(() => null));
}

/**
 * Browsers may show the localStorage writes of another tab late, even after that tab has released a lock. Writes to
 * IndexedDB have no such delay. Never rejects.
 * @param shown returns the mark of the tokens that this tab reads now
 */
export async function waitForLatestTokens(shown: () => string): Promise<void> {
  const latest = await orNullOnTimeout(
    withDatabase(async (database) => (await database.get("latest", "tokens")) ?? ""),
  );
  if (latest === null || latest === "" || shown() === latest) return;
  const { promise: isShown, resolve } = Promise.withResolvers<void>();
  const onStored = () => {
    if (shown() === latest) resolve();
  };
  window.addEventListener("storage", onStored);
  await withTimeout(isShown, storageSyncTimeoutMs);
  window.removeEventListener("storage", onStored);
}

type Tokens = NonNullable<Awaited<ReturnType<typeof fetchAuthSession>>["tokens"]>;

// Amplify counts a token as expired this long before its expiry.
const expiryMarginMs = 5_000;

// Amplify removes the tokens after these errors. After other errors the session may still be valid.
const refusals = [
  "NotAuthorizedException",
  "UserNotFoundException",
  "UserNotConfirmedException",
  "PasswordResetRequiredException",
  "TokenRevokedException",
  "RefreshTokenReuseException",
];

const clientId = () => Amplify.getConfig().Auth?.Cognito.userPoolClientId ?? "";
const currentToken = () => storedToken(clientId());
const currentTokenMark = () => storedTokenMark(clientId());
const isUsable = (token: StoredToken) => token.expiresAtMs - Date.now() > expiryMarginMs;

const lock = "parlance-tokens";

/**
 * Runs `work` in one tab at a time if the browser has Web Locks, because a renewal replaces the refresh token that all
 * tabs share.
 */
async function withTokenLock<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lock, async () => {
    await waitForLatestTokens(currentTokenMark);
    const before = currentTokenMark();
    try {
      return await work();
    } finally {
      if (currentTokenMark() !== before) await recordLatestTokens(currentTokenMark());
    }
  });
}

async function readTokens(forceRefresh = false): Promise<Tokens | null> {
  try {
    return (await fetchAuthSession({ forceRefresh })).tokens ?? null;
  } catch (error) {
    if (refusals.includes(failureName(error))) return null;
    throw error;
  }
}

/** Without a network, Amplify would try each renewal several times, while other callers wait for the lock. */
function refuseOffline(): void {
  if (!navigator.onLine) throw new DOMException("The browser is offline", "NetworkError");
}

/** Amplify renews expired tokens when it reads them, so a read of expired tokens needs the lock. */
async function freshTokens(): Promise<Tokens | null> {
  const token = currentToken();
  if (token && isUsable(token)) return readTokens();
  if (token) refuseOffline();
  return withTokenLock(() => readTokens());
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * Renews the stored tokens if necessary. Returns null without tokens, or if the user pool refuses the renewal. Rejects
 * if the result of the renewal is unknown, for example without a network.
 */
export async function currentLearner(): Promise<SignedInLearner | null> {
  const claims = (await freshTokens())?.idToken?.payload;
  if (!claims?.sub) return null;
  return {
    userId: claims.sub,
    email: text(claims["email"]),
    accountName: text(claims["name"]),
    // Only users of an external provider have this claim.
    provider: claims["identities"] ? "google" : "email",
  };
}

/**
 * Renews the token if necessary. Returns null without a token, or if the user pool refuses the renewal. Rejects if the
 * result of the renewal is unknown, for example without a network.
 */
export async function freshAccessToken(): Promise<string | null> {
  return (await freshTokens())?.accessToken.toString() ?? null;
}

/**
 * Renews the refused token, unless it was renewed meanwhile. Returns null without a token, or if the user pool refuses
 * the renewal. Rejects if the result of the renewal is unknown, for example without a network.
 */
export function renewRefused(refused: string): Promise<string | null> {
  return withTokenLock(async () => {
    const token = currentToken();
    const isNewer = token !== null && token.token !== refused && isUsable(token);
    return (await readTokens(!isNewer))?.accessToken.toString() ?? null;
  });
}

/** Rejects if the result of the renewal is unknown, for example without a network. */
export function renewTokens(): Promise<"renewed" | "refused"> {
  return withTokenLock(async () => {
    const token = currentToken();
    if (token && !isRenewalDue(token.expiresAtMs, Date.now())) return "renewed";
    refuseOffline();
    return (await readTokens(true)) ? "renewed" : "refused";
  });
}

/** @param end ends the learner's sessions; gets the access token of the stored session */
export async function exchangeSession(
  { email, password }: { email: string; password: string },
  end: (accessToken: string) => Promise<unknown>,
): Promise<void> {
  const token = await freshAccessToken();
  if (token === null) throw new Error("Nobody is signed in");
  await withTokenLock(async () => {
    await end(token);
    await signOut();
    await signIn({ username: email, password });
  });
}

/** Call this function after a sign-in or a sign-out outside of the token lock. */
export const recordStoredTokens = () => recordLatestTokens(currentTokenMark());

/** Waits for the lock, so that a token exchange in another tab can finish. */
export async function stillHasTokens(): Promise<boolean> {
  return withTokenLock(async () => currentToken() !== null);
}
