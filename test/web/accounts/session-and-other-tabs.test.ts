import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectApi } from "../../../web/src/api.ts";
import {
  accessToken,
  endDeletedSession,
  getSessionSignal,
  logOut,
  logOutEverywhere,
  refreshSession,
  renewToken,
  startSession,
} from "../../../web/src/features/accounts/session.ts";
import { onSessionEnd, type SessionEnd } from "../../../web/src/features/accounts/session-end.ts";
import { memoryStorage } from "../browser/memory-storage.ts";
import { fakeChannels } from "./fake-channels.ts";

const pool = vi.hoisted(() => ({
  configureAuth: vi.fn(),
  currentLearner: vi.fn(),
  freshAccessToken: vi.fn<() => Promise<string | null>>(),
  renewRefused: vi.fn<() => Promise<string | null>>(),
  renewTokens: vi.fn(),
  stillHasTokens: vi.fn<() => Promise<boolean>>(),
  endSession: vi.fn<(options: { everywhere: boolean }) => Promise<void>>(),
}));
vi.mock("../../../web/src/features/accounts/amplify-auth.ts", () => pool);
vi.mock("../../../web/src/features/accounts/token-renewal.ts", () => ({ keepStoredTokensFresh: () => () => {} }));

const config = {
  region: "r",
  userPoolId: "p",
  userPoolClientId: "c",
  apiUrl: "http://api",
  contentUrl: "http://content",
};
const keys = "CognitoIdentityServiceProvider.c";
const learner = (userId: string) => ({ userId, email: `${userId}@example.com`, accountName: "", provider: "email" });

let ends: SessionEnd[];
let heardElsewhere: unknown[];
let otherTab: InstanceType<ReturnType<typeof fakeChannels>>;
let stopListening = () => {};

function storedElsewhere(key: string | null, newValue: string | null): void {
  window.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));
}
const tokensVanish = () => storedElsewhere(`${keys}.LastAuthUser`, null);
const anotherUserLogsIn = (userId: string) => {
  pool.currentLearner.mockResolvedValue(learner(userId));
  storedElsewhere(`${keys}.${userId}.clockDrift`, "0");
};
const elapse = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const isHere = async () => (await accessToken()) !== null;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const Channel = fakeChannels();
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("window", Object.assign(new EventTarget(), { BroadcastChannel: Channel }));
  vi.stubGlobal("localStorage", memoryStorage());
  localStorage.setItem(`${keys}.LastAuthUser`, "asha");
  for (const call of Object.values(pool)) call.mockReset();
  pool.freshAccessToken.mockResolvedValue("token");
  pool.endSession.mockResolvedValue();
  pool.currentLearner.mockResolvedValue(learner("asha"));
  startSession(config);
  await refreshSession();
  otherTab = new Channel("parlance-log-outs");
  heardElsewhere = [];
  otherTab.addEventListener("message", (event) => heardElsewhere.push(Reflect.get(event, "data")));
  ends = [];
  stopListening = onSessionEnd((end) => ends.push(end));
});
afterEach(async () => {
  stopListening();
  await logOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an event in another tab", () => {
  it.each(["logged-out", "deleted"] as const)("with the reason %s ends the session in this tab", async (how) => {
    const over = getSessionSignal();
    otherTab.postMessage({ userId: "asha", how });
    await elapse(0);
    expect(ends).toEqual([{ userId: "asha", how, wasHere: true }]);
    expect([over.aborted, await isHere()]).toEqual([true, false]);
  });

  it("is reported once if its reason arrives 100 ms after the tokens vanish", async () => {
    pool.stillHasTokens.mockResolvedValue(false);
    tokensVanish();
    await elapse(100);
    otherTab.postMessage({ userId: "asha", how: "logged-out" });
    await elapse(1_000);
    expect(ends).toEqual([{ userId: "asha", how: "logged-out", wasHere: true }]);
  });

  it.each([
    ["the tokens vanish", tokensVanish],
    ["all of the storage is cleared", () => storedElsewhere(null, null)],
  ])("ends the session if %s and no reason arrives", async (_, act) => {
    pool.stillHasTokens.mockResolvedValue(false);
    act();
    await elapse(1_000);
    expect(ends).toEqual([{ userId: "asha", how: "taken", wasHere: true }]);
    expect(await isHere()).toBe(false);
  });

  it("does not end the session if new tokens replace the old ones", async () => {
    pool.stillHasTokens.mockResolvedValue(true);
    tokensVanish();
    await elapse(1_000);
    expect(ends).toEqual([]);
    expect(await isHere()).toBe(true);
  });

  it("replaces the session if another learner logs in", async () => {
    const over = getSessionSignal();
    anotherUserLogsIn("bina");
    await elapse(0);
    expect(ends).toEqual([{ userId: "asha", how: "replaced", wasHere: true }]);
    expect(over.aborted).toBe(true);
  });

  it("starts a session in this tab if the event is a log-in and no learner is logged in", async () => {
    await logOut();
    expect(await isHere()).toBe(false);
    anotherUserLogsIn("bina");
    await elapse(0);
    expect(await isHere()).toBe(true);
    expect(ends).toEqual([]);
  });

  it("does not end the session if the event is the log-out of another learner", async () => {
    otherTab.postMessage({ userId: "bina", how: "logged-out" });
    await elapse(0);
    expect(ends).toEqual([{ userId: "bina", how: "logged-out", wasHere: false }]);
    expect(await isHere()).toBe(true);
  });

  it.each([null, {}, { userId: "asha", how: "gone" }, { how: "logged-out" }])(
    "is ignored if its data are %j",
    async (data) => {
      otherTab.postMessage(data);
      await elapse(1_000);
      expect(ends).toEqual([]);
      expect(await isHere()).toBe(true);
    },
  );
});

describe("the other tabs", () => {
  it("are notified of a log-out even if the user pool fails", async () => {
    const answered = Promise.withResolvers<void>();
    pool.endSession.mockReturnValue(answered.promise);
    const leaving = logOut();
    await elapse(1_000);
    expect(heardElsewhere).toEqual([]);
    answered.reject(new Error("Out of order."));
    await leaving;
    await elapse(0);
    expect(heardElsewhere).toEqual([{ userId: "asha", how: "logged-out" }]);
    expect(await isHere()).toBe(false);
    expect(ends, "this page started the log-out").toEqual([]);
  });

  it("are notified once of a deleted account", async () => {
    endDeletedSession();
    await elapse(0);
    expect(ends).toEqual([{ userId: "asha", how: "deleted", wasHere: true }]);
    expect(heardElsewhere).toEqual([{ userId: "asha", how: "deleted" }]);
    expect(pool.endSession.mock.calls).toEqual([[{ everywhere: false }]]);
    endDeletedSession();
    await elapse(0);
    expect(heardElsewhere).toHaveLength(1);
  });
});

describe("a session", () => {
  it("ends if the user pool refuses to renew its token", async () => {
    pool.freshAccessToken.mockResolvedValue(null);
    expect(await accessToken()).toBeNull();
    expect(ends).toEqual([{ userId: "asha", how: "refused", wasHere: true }]);
  });

  it("ends if the user pool refuses to renew a token that the API refused", async () => {
    connectApi({
      apiUrl: "http://api",
      accessToken,
      renewToken,
      getSessionSignal,
      onAccountDeleted: endDeletedSession,
    });
    pool.renewRefused.mockResolvedValue("newer");
    expect(await renewToken("token")).toBe("newer");
    expect(ends).toEqual([]);
    pool.renewRefused.mockResolvedValue(null);
    expect(await renewToken("newer")).toBeNull();
    expect(ends).toEqual([{ userId: "asha", how: "refused", wasHere: true }]);
  });

  it("is reported as refused once, even if the listener is added after the refusal", async () => {
    stopListening();
    await logOut();
    localStorage.setItem(`${keys}.LastAuthUser`, "asha");
    const claims = btoa(JSON.stringify({ sub: "asha", exp: 1 }));
    localStorage.setItem(`${keys}.asha.accessToken`, `head.${claims}.signature`);
    pool.currentLearner.mockResolvedValue(null);
    await refreshSession();
    stopListening = onSessionEnd((end) => ends.push(end));
    expect(ends).toEqual([{ userId: "asha", how: "refused", wasHere: true }]);
    onSessionEnd((end) => ends.push(end))();
    expect(ends, "it is reported once").toHaveLength(1);
  });

  it("does not end if the user pool cannot be reached", async () => {
    pool.currentLearner.mockRejectedValue(new Error("NetworkError"));
    await refreshSession();
    expect(await isHere()).toBe(true);
    expect(ends).toEqual([]);
  });
});

it("logOutEverywhere asks the user pool to end all sessions, and reports a password reset", async () => {
  await logOutEverywhere();
  expect(pool.endSession.mock.calls).toEqual([[{ everywhere: true }]]);
  expect(ends).toEqual([{ userId: "asha", how: "reset", wasHere: true }]);
  await elapse(0);
  expect(heardElsewhere, "the other tabs see the tokens vanish").toEqual([]);
});
