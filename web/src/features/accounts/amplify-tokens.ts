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
/** The longest wait, in ms, until this tab can read the tokens that another tab stored. */
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
 * Records which stored tokens are the latest. Never rejects. Without a database, other tabs cannot check that they read
 * the latest tokens.
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
 * Waits until this tab reads the tokens that were recorded last. Browsers may show the localStorage writes of another
 * tab late, even after that tab has released a lock. Browsers do not delay writes to IndexedDB. Never rejects. Stops
 * waiting after a timeout.
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

// In ms. Amplify counts a token as expired this long before its expiry.
const expiryMarginMs = 5_000;

// Errors with which the user pool ends a session. After any other error the session may still be valid.
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
 * Runs `work` in one tab at a time, because a renewal replaces the refresh token that all tabs share. Without Web
 * Locks, runs `work` at once.
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

/**
 * Throws without a network. Otherwise Amplify would try each renewal three times, while other callers wait for the
 * lock.
 */
function refuseOffline(): void {
  if (!navigator.onLine) throw new DOMException("The browser is offline", "NetworkError");
}

/**
 * Reads the tokens, renewed if necessary. Amplify renews expired tokens when it reads them, so a read of expired tokens
 * needs the lock.
 */
async function freshTokens(): Promise<Tokens | null> {
  const token = currentToken();
  if (token && isUsable(token)) return readTokens();
  if (token) refuseOffline();
  return withTokenLock(() => readTokens());
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * Renews the stored tokens if necessary, and returns their learner. Returns null if there are no tokens, or if the
 * user pool refuses the renewal.
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
 * Returns the access token, renewed if necessary. Returns null if nobody is signed in, or if the user pool refuses the
 * renewal. Rejects if the token has expired and there is no network.
 */
export async function freshAccessToken(): Promise<string | null> {
  return (await freshTokens())?.accessToken.toString() ?? null;
}

/**
 * Returns a newer access token than the refused one. Returns null if nobody is signed in, or if the user pool refuses
 * the renewal. Rejects if the token has to be renewed and there is no network.
 */
export function renewRefused(refused: string): Promise<string | null> {
  return withTokenLock(async () => {
    const token = currentToken();
    const isNewer = token !== null && token.token !== refused && isUsable(token);
    return (await readTokens(!isNewer))?.accessToken.toString() ?? null;
  });
}

/**
 * Renews tokens that expire soon, unless another tab has just done so. Rejects if a renewal is needed and there is
 * no network.
 */
export function renewTokens(): Promise<"renewed" | "refused"> {
  return withTokenLock(async () => {
    const token = currentToken();
    if (token && !isRenewalDue(token.expiresAtMs, Date.now())) return "renewed";
    refuseOffline();
    return (await readTokens(true)) ? "renewed" : "refused";
  });
}

/**
 * Replaces the stored session by a new one. `end` gets the access token of the old session and ends all sessions
 * with it. Other tabs notice that the old tokens were removed, and wait for the new tokens. Rejects if nobody is signed
 * in, `end` rejects or the log-in fails.
 */
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

/** Records the latest tokens for other tabs, after a sign-in or a sign-out. */
export const recordStoredTokens = () => recordLatestTokens(currentTokenMark());

/** True if this browser still has tokens. Waits for the lock, so that a token exchange in another tab can finish. */
export async function stillHasTokens(): Promise<boolean> {
  return withTokenLock(async () => currentToken() !== null);
}
