import { Amplify } from "aws-amplify";
import { fetchAuthSession, fetchUserAttributes, signInWithRedirect, signOut } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { ConsoleLogger } from "aws-amplify/utils";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  ana,
  answerChooser,
  appOrigin,
  everyScope,
  locationOf,
  logoutUri,
  redirectUri,
  startHostedPool,
} from "./google-browser.ts";
import { ClientId, type TestPool, userPoolId } from "./test-pool.ts";

ConsoleLogger.LOG_LEVEL = "NONE";

let pool: TestPool;
let stored: Map<string, string>;
const page = { location: { origin: appOrigin, hostname: "localhost", pathname: "/login", href: "" } };
const realFetch = globalThis.fetch;

/** Amplify calls the hosted UI over https, but the local pool serves http. */
const rewritten = (url: string) => url.replace(`https://${new URL(pool.url).host}`, pool.url);

function configure(withHostedUi: boolean) {
  const oauth = {
    domain: new URL(pool.url).host,
    scopes: everyScope.split(" "),
    redirectSignIn: [redirectUri],
    redirectSignOut: [logoutUri],
    responseType: "code" as const,
  };
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId: ClientId,
        userPoolEndpoint: pool.url,
        loginWith: { email: true, ...(withHostedUi && { oauth }) },
      },
    },
  });
}

const storedKeyValues = {
  getItem: async (key: string) => stored.get(key) ?? null,
  setItem: async (key: string, value: string) => void stored.set(key, value),
  removeItem: async (key: string) => void stored.delete(key),
  clear: async () => stored.clear(),
};

beforeEach(async () => {
  pool = await startHostedPool();
  stored = new Map();
  page.location.href = "";
  vi.stubGlobal("window", { ...page, addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal("fetch", (input: string | URL, init?: RequestInit) => realFetch(rewritten(String(input)), init));
  configure(true);
  cognitoUserPoolsTokenProvider.setKeyValueStorage(storedKeyValues);
});
afterEach(() => vi.unstubAllGlobals());

async function signInAs(form: Record<string, string>): Promise<string[]> {
  const opened: string[] = [];
  await signInWithRedirect({
    provider: "Google",
    options: {
      prompt: "SELECT_ACCOUNT",
      authSessionOpener: async (url) => {
        opened.push(String(url));
        const back = locationOf(await answerChooser(rewritten(String(url)), form));
        return { type: "success", url: back.href };
      },
    },
  });
  return opened;
}

describe("aws-amplify against the local hosted UI", () => {
  test("signs in through Google, refreshes the tokens, and reads the user's attributes", async () => {
    const [opened = ""] = await signInAs(ana);
    const { host, searchParams } = new URL(opened);
    expect(opened).toMatch(/^https:\/\/localhost:\d+\/oauth2\/authorize\?/);
    expect(host).toBe(new URL(pool.url).host);
    expect(Object.fromEntries(searchParams)).toEqual({
      redirect_uri: redirectUri,
      response_type: "code",
      client_id: ClientId,
      identity_provider: "Google",
      scope: everyScope,
      prompt: "select_account",
      state: expect.any(String),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const before = await fetchAuthSession();
    expect(before.tokens?.idToken?.payload).toMatchObject({ ...ana, identities: [{ providerName: "Google" }] });
    pool.advance(5000);
    const after = await fetchAuthSession({ forceRefresh: true });
    expect(after.tokens?.accessToken.payload.iat).toBe(Number(before.tokens?.accessToken.payload.iat) + 5);
    expect(after.tokens?.idToken?.payload).toMatchObject({ ...ana, identities: [{ providerName: "Google" }] });
    expect(await fetchUserAttributes()).toMatchObject({ ...ana, email_verified: "true" });
  });

  test("receives the reason for a refused or cancelled sign-in", async () => {
    await expect(signInAs({ cancel: "yes" })).rejects.toMatchObject({ message: "access_denied" });
    const refusing = async () => Promise.reject(new Error("EMAIL_ACCOUNT"));
    pool = await startHostedPool({ triggers: { preSignUp: refusing } });
    configure(true);
    const silent = vi.spyOn(console, "error").mockReturnValue();
    await expect(signInAs(ana)).rejects.toMatchObject({
      message: "PreSignUp failed with error EMAIL_ACCOUNT. ",
    });
    silent.mockRestore();
  });

  test("signs out without a redirect if no hosted UI is configured", async () => {
    await signInAs(ana);
    configure(false);
    await signOut();
    expect(page.location.href).toBe("");
    expect((await fetchAuthSession()).tokens).toBeUndefined();
  });
});
