import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  currentLearner,
  exchangeSession,
  freshAccessToken,
  renewRefused,
  renewTokens,
  stillHasTokens,
} from "../../../web/src/features/accounts/amplify-tokens.ts";
import { memoryStorage } from "../browser/memory-storage.ts";
import { createFakeLocks } from "../recording/store/fake-locks.ts";

// `fetchAuthSession` renews expired tokens, and with `forceRefresh` also valid tokens:
// https://docs.amplify.aws/gen1/javascript/build-a-backend/auth/manage-user-session/
const amplify = vi.hoisted(() => ({
  fetchAuthSession: vi.fn<(options: { forceRefresh: boolean }) => Promise<unknown>>(),
  signIn: vi.fn<(input: { username: string; password: string }) => Promise<unknown>>(),
  signOut: vi.fn<() => Promise<void>>(),
}));
vi.mock("aws-amplify/auth", () => amplify);
vi.mock("aws-amplify", () => ({ Amplify: { getConfig: () => ({ Auth: { Cognito: { userPoolClientId: "c" } } }) } }));

const keys = "CognitoIdentityServiceProvider.c";
const nowSeconds = 1_000_000;
const base64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const failure = (name: string) => Object.assign(new Error("Of the service."), { name });

let made: number;
let renewals: number;

function store(leftSeconds: number): void {
  made += 1;
  const token = `head.${base64Url({ sub: "asha", exp: nowSeconds + leftSeconds })}.signature-no-${made}-of-this-token`;
  localStorage.setItem(`${keys}.LastAuthUser`, "asha");
  localStorage.setItem(`${keys}.asha.accessToken`, token);
  localStorage.setItem(`${keys}.asha.refreshToken`, `refresh-token-no-${made}-of-asha`);
}
const storedToken = () => localStorage.getItem(`${keys}.asha.accessToken`);
const tokens = (claims: object = {}) => ({
  tokens: {
    accessToken: { toString: () => storedToken() ?? "" },
    idToken: { payload: { sub: "asha", email: "asha@example.com", name: "Asha Rai", ...claims } },
  },
});
const isEnded = () => JSON.parse(atob((storedToken() ?? "").split(".")[1] ?? "")).exp * 1000 <= Date.now() + 5_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: nowSeconds * 1000 });
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("navigator", { locks: createFakeLocks(), onLine: true });
  made = 0;
  renewals = 0;
  amplify.fetchAuthSession.mockReset().mockImplementation(async ({ forceRefresh }) => {
    if (storedToken() === null) return {};
    if (forceRefresh || isEnded()) {
      renewals += 1;
      await new Promise((resolve) => setImmediate(resolve));
      store(3_600);
    }
    return tokens();
  });
  amplify.signOut.mockReset().mockImplementation(async () => {
    for (const name of ["LastAuthUser", "asha.accessToken", "asha.refreshToken"])
      localStorage.removeItem(`${keys}.${name}`);
  });
  amplify.signIn.mockReset().mockImplementation(async () => store(3_600));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the stored tokens", () => {
  it.each([
    ["expire soon", 80, renewTokens],
    ["have expired", -60, freshAccessToken],
  ])("are renewed once by four calls if they %s", async (_, leftSeconds, renew) => {
    store(leftSeconds);
    await Promise.all([renew(), renew(), renew()]);
    await renew();
    expect(renewals).toBe(1);
  });

  it("are not renewed by renewTokens if they are valid for 91 seconds", async () => {
    store(91);
    expect(await renewTokens()).toBe("renewed");
    expect(renewals).toBe(0);
  });

  it("are renewed once by two simultaneous calls of renewRefused, which return the new token", async () => {
    store(3_600);
    const refused = storedToken() ?? "";
    const newer = await Promise.all([renewRefused(refused), renewRefused(refused)]);
    expect(newer).toEqual([storedToken(), storedToken()]);
    expect(newer[0]).not.toBe(refused);
    expect(renewals).toBe(1);
  });
});

it.each([
  ["freshAccessToken", freshAccessToken],
  ["currentLearner", currentLearner],
  ["renewTokens", renewTokens],
])("%s requests no renewal without a network, and keeps the tokens", async (_, renew) => {
  store(-60);
  const before = storedToken();
  vi.stubGlobal("navigator", { locks: createFakeLocks(), onLine: false });
  await expect(renew()).rejects.toMatchObject({ name: "NetworkError" });
  expect(amplify.fetchAuthSession).not.toHaveBeenCalled();
  expect(storedToken()).toBe(before);
  vi.stubGlobal("navigator", { locks: createFakeLocks(), onLine: true });
  await renew();
  expect(renewals).toBe(1);
});

it("freshAccessToken returns a stored token that is still valid, even without a network", async () => {
  store(3_600);
  vi.stubGlobal("navigator", { locks: createFakeLocks(), onLine: false });
  expect(await freshAccessToken()).toBe(storedToken());
});

describe("a session", () => {
  it.each([
    "NotAuthorizedException",
    "UserNotFoundException",
    "UserNotConfirmedException",
    "PasswordResetRequiredException",
    "TokenRevokedException",
    "RefreshTokenReuseException",
  ])("is reported as ended if Amplify throws %s", async (name) => {
    store(-60);
    amplify.fetchAuthSession.mockRejectedValue(failure(name));
    expect(await currentLearner()).toBeNull();
    expect(await freshAccessToken()).toBeNull();
    expect(await renewTokens()).toBe("refused");
    expect(await renewRefused("refused")).toBeNull();
  });

  it.each(["NetworkError", "TooManyRequestsException", "InternalErrorException"])(
    "is not reported as ended if Amplify throws %s, and the error is passed on",
    async (name) => {
      store(-60);
      amplify.fetchAuthSession.mockRejectedValue(failure(name));
      for (const asking of [currentLearner, freshAccessToken, renewTokens, () => renewRefused("refused")])
        await expect(asking()).rejects.toMatchObject({ name });
    },
  );
});

it("currentLearner returns the learner of the tokens", async () => {
  store(3_600);
  const learner = { userId: "asha", email: "asha@example.com", accountName: "Asha Rai" };
  expect(await currentLearner()).toEqual({ ...learner, provider: "email" });
  amplify.fetchAuthSession.mockResolvedValue(tokens({ identities: [{}] }));
  expect(await currentLearner()).toEqual({ ...learner, provider: "google" });
});

describe("exchangeSession", () => {
  const credentials = { email: "asha@example.com", password: "a new password" };

  it("calls the given function before it logs the learner out and in again", async () => {
    store(3_600);
    const token = storedToken();
    const did: string[] = [];
    amplify.signOut.mockImplementationOnce(async () => void did.push("left"));
    amplify.signIn.mockImplementationOnce(async (input) => void did.push(JSON.stringify(input)));
    await exchangeSession(credentials, async (ended) => void did.push(`ended with ${ended}`));
    const input = JSON.stringify({ username: credentials.email, password: credentials.password });
    expect(did).toEqual([`ended with ${token}`, "left", input]);
  });

  it("keeps the stored access token if the given function fails", async () => {
    store(3_600);
    const before = storedToken();
    await expect(exchangeSession(credentials, () => Promise.reject(failure("NetworkError")))).rejects.toThrow();
    expect(storedToken()).toBe(before);
  });

  it("makes stillHasTokens wait for the new tokens instead of reporting a log-out", async () => {
    store(3_600);
    const vanished = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    amplify.signIn.mockImplementationOnce(async () => {
      vanished.resolve();
      await released.promise;
      store(3_600);
    });
    const exchanging = exchangeSession(credentials, async () => {});
    await vanished.promise;
    let answer: boolean | "none yet" = "none yet";
    const asked = stillHasTokens().then((isThere) => {
      answer = isThere;
    });
    // Without the lock, `stillHasTokens` would answer within these turns.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(answer).toBe("none yet");
    released.resolve();
    await Promise.all([exchanging, asked]);
    expect(answer).toBe(true);
  });

  it("fails if no learner is logged in", async () => {
    await expect(exchangeSession(credentials, async () => {})).rejects.toThrow("Nobody is signed in");
    expect(amplify.signIn).not.toHaveBeenCalled();
  });
});
