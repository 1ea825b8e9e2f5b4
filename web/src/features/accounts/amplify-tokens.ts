import { Amplify } from "aws-amplify";
import { fetchAuthSession, signIn, signOut } from "aws-amplify/auth";
import type { DBSchema, IDBPDatabase } from "idb";
import type { IdentityProvider } from "../../../../domain/accounts/account.ts";
import { createDatabaseConnection } from "../../browser/database.ts";
import { stored } from "../../browser/stored.ts";
import { withTimeout } from "../../browser/timing.ts";
import { failureName } from "./auth-failure.ts";
import { type StoredToken, storedToken, storedTokenMark } from "./stored-tokens.ts";
import { isRenewalDue } from "./token-renewal.ts";

interface Schema extends DBSchema {
  latest: { key: "tokens"; value: string };
}

/** The longest that the database is waited for, in ms. */
const databaseTimeoutMs = 1_000;
/** Timeout in ms until tokens stored by another tab are readable here. */
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

/** Returns the database's result, or null after an error or a timeout. */
const orNullOnTimeout = async <T>(asking: Promise<T>): Promise<T | null> => {
  const answer = await withTimeout(asking, databaseTimeoutMs).catch(() => null);
  return answer === "late" ? null : answer;
};

/**
 * Notes which tokens are the latest, once they are stored. Never rejects: without a database nobody is told.
 * @param mark what tells them from others; "" for none
 */
export async function recordLatestTokens(mark: string): Promise<void> {
  const work =
    mark === ""
      ? withDatabase((database) => database.delete("latest", "tokens"))
      : withDatabase((database) => database.put("latest", mark, "tokens"));
  await orNullOnTimeout(work.then(() => null));
}

/**
 * Waits until this tab is shown the tokens that were noted last. Browsers show a tab what others write to localStorage
 * when they get to it, even after a lock was handed on, and to IndexedDB at once. Never rejects; gives up after a while.
 * @param shown the mark of the tokens that this tab is shown now
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

/** Who is signed in, as the tokens say. */
export type SignedInLearner = { userId: string; email: string; accountName: string; provider: IdentityProvider };

type Tokens = NonNullable<Awaited<ReturnType<typeof fetchAuthSession>>["tokens"]>;

// Amplify takes a token that ends so soon for ended, in ms.
const expiryMarginMs = 5_000;

// With these the user pool says that it no longer honours a session; after any other failure it may.
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

/** One tab at a time: two that renewed at once would each use up the other's refresh token. */
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

/** Amplify renews tokens that have ended when they are read; that is then for one tab to do. */
async function freshTokens(): Promise<Tokens | null> {
  const token = currentToken();
  return token && isUsable(token) ? readTokens() : withTokenLock(() => readTokens());
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** The learner whose tokens are stored, renewed if need be; null if there are none or they are no longer honoured. */
export async function currentLearner(): Promise<SignedInLearner | null> {
  const claims = (await freshTokens())?.idToken?.payload;
  if (!claims?.sub) return null;
  return {
    userId: claims.sub,
    email: text(claims["email"]),
    accountName: text(claims["name"]),
    // Only who came from outside has identities there.
    provider: claims["identities"] ? "google" : "email",
  };
}

/** The access token for the API, renewed if need be; null if nobody is signed in. Rejects without a network. */
export async function freshAccessToken(): Promise<string | null> {
  return (await freshTokens())?.accessToken.toString() ?? null;
}

/** A newer access token than one that was refused; null if the user pool gives none. Rejects without a network. */
export function renewRefused(refused: string): Promise<string | null> {
  return withTokenLock(async () => {
    const token = currentToken();
    const isNewer = token !== null && token.token !== refused && isUsable(token);
    return (await readTokens(!isNewer))?.accessToken.toString() ?? null;
  });
}

/** Renews tokens that end soon, unless another tab has just done it. Rejects without a network. */
export function renewTokens(): Promise<"renewed" | "refused"> {
  return withTokenLock(async () => {
    const token = currentToken();
    if (token && !isRenewalDue(token.expiresAtMs, Date.now())) return "renewed";
    return (await readTokens(true)) ? "renewed" : "refused";
  });
}

/**
 * Puts a new session in the place of the stored one, whose access token `end` is given to end it with all others. Other
 * tabs, which see the tokens vanish, wait for the new ones. Rejects if the password does not hold, or without a network.
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

/** Tells the other tabs which tokens are the latest, after a sign-in or a sign-out. */
export const recordStoredTokens = () => recordLatestTokens(currentTokenMark());

/** Whether this browser still has tokens, once no tab is exchanging them. */
export async function stillHasTokens(): Promise<boolean> {
  return withTokenLock(async () => currentToken() !== null);
}
