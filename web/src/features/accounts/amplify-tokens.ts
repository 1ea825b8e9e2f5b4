import { Amplify } from "aws-amplify";
import { fetchAuthSession, signIn, signOut } from "aws-amplify/auth";
import type { IdentityProvider } from "../../../../domain/accounts/account.ts";
import { failureName } from "./auth-failure.ts";
import { noteLatest, untilLatestShown } from "./latest-tokens.ts";
import { type StoredToken, storedMark, storedToken } from "./stored-tokens.ts";
import { isDue } from "./token-renewal.ts";

/** Who is signed in, as the tokens say. */
export type SignedIn = { userId: string; email: string; accountName: string; provider: IdentityProvider };

type Tokens = NonNullable<Awaited<ReturnType<typeof fetchAuthSession>>["tokens"]>;

// Amplify takes a token that ends so soon for ended, in ms.
const endedWithinMs = 5_000;

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
const stored = () => storedToken(clientId());
const mark = () => storedMark(clientId());
const isGood = (token: StoredToken) => token.expiresAtMs - Date.now() > endedWithinMs;

const lock = "parlance-tokens";

/** One tab at a time: two that renewed at once would each use up the other's refresh token. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lock, async () => {
    await untilLatestShown(mark);
    const before = mark();
    try {
      return await work();
    } finally {
      if (mark() !== before) await noteLatest(mark());
    }
  });
}

async function read(forceRefresh = false): Promise<Tokens | null> {
  try {
    return (await fetchAuthSession({ forceRefresh })).tokens ?? null;
  } catch (error) {
    if (refusals.includes(failureName(error))) return null;
    throw error;
  }
}

/** Amplify renews tokens that have ended when they are read; that is then for one tab to do. */
async function fresh(): Promise<Tokens | null> {
  const token = stored();
  return token && isGood(token) ? read() : alone(() => read());
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** The learner whose tokens are stored, renewed if need be; null if there are none or they are no longer honoured. */
export async function currentLearner(): Promise<SignedIn | null> {
  const claims = (await fresh())?.idToken?.payload;
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
  return (await fresh())?.accessToken.toString() ?? null;
}

/** A newer access token than one that was refused; null if the user pool gives none. Rejects without a network. */
export function renewRefused(refused: string): Promise<string | null> {
  return alone(async () => {
    const token = stored();
    const isNewer = token !== null && token.token !== refused && isGood(token);
    return (await read(!isNewer))?.accessToken.toString() ?? null;
  });
}

/** Renews tokens that end soon, unless another tab has just done it. Rejects without a network. */
export function renewTokens(): Promise<"renewed" | "refused"> {
  return alone(async () => {
    const token = stored();
    if (token && !isDue(token.expiresAtMs, Date.now())) return "renewed";
    return (await read(true)) ? "renewed" : "refused";
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
  await alone(async () => {
    await end(token);
    await signOut();
    await signIn({ username: email, password });
  });
}

/** Tells the other tabs which tokens are the latest, after a sign-in or a sign-out. */
export const noteStored = () => noteLatest(mark());

/** Whether this browser still has tokens, once no tab is exchanging them. */
export async function stillHasTokens(): Promise<boolean> {
  return alone(async () => stored() !== null);
}
