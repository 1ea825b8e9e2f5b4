import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  accessToken,
  getSessionSignal,
  logOut,
  refreshSession,
  startSession,
} from "../../../web/src/features/accounts/session.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

const pool = vi.hoisted(() => ({
  configureAuth: vi.fn(),
  currentLearner: vi.fn(),
  freshAccessToken: vi.fn<() => Promise<string | null>>(),
  renewRefused: vi.fn(),
  renewTokens: vi.fn(),
  endSession: vi.fn<() => Promise<void>>(),
}));
vi.mock("../../../web/src/features/accounts/amplify-auth.ts", () => pool);

const config = {
  region: "r",
  userPoolId: "p",
  userPoolClientId: "c",
  apiUrl: "http://api",
  contentUrl: "http://content",
};
const learner = (userId: string) => ({ userId, email: `${userId}@example.com`, accountName: "", provider: "email" });

async function signIn(userId: string): Promise<void> {
  pool.currentLearner.mockResolvedValue(learner(userId));
  await refreshSession();
}

beforeEach(async () => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", memoryStorage());
  for (const call of Object.values(pool)) call.mockReset();
  pool.freshAccessToken.mockResolvedValue("token");
  pool.endSession.mockResolvedValue();
  startSession(config);
  await signIn("asha");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("accessToken returns null during a log-out, even for a pending call from before the log-out", async () => {
  const told = Promise.withResolvers<void>();
  const read = Promise.withResolvers<string>();
  pool.endSession.mockReturnValue(told.promise);
  expect(await accessToken()).toBe("token");
  pool.freshAccessToken.mockReturnValueOnce(read.promise);
  const onItsWay = accessToken();
  const leaving = logOut();
  expect(await accessToken()).toBeNull();
  read.resolve("token");
  expect(await onItsWay).toBeNull();
  told.resolve();
  await leaving;
  expect(await accessToken()).toBeNull();
});

test.each([null, "token"])("accessToken ignores the result %j for a session that has ended", async (result) => {
  const read = Promise.withResolvers<string | null>();
  pool.freshAccessToken.mockReturnValueOnce(read.promise);
  const ofAsha = accessToken();
  await logOut();
  await signIn("bikram");
  read.resolve(result);
  expect(await ofAsha).toBeNull();
  expect(await accessToken()).toBe("token");
});

test("getSessionSignal returns a signal that aborts when the session ends", async () => {
  const ofAsha = getSessionSignal();
  await signIn("asha");
  expect(ofAsha.aborted).toBe(false);
  await signIn("bikram");
  expect(ofAsha.aborted).toBe(true);
  const ofBikram = getSessionSignal();
  expect(ofBikram.aborted).toBe(false);
  await logOut();
  expect(ofBikram.aborted).toBe(true);
});

test("getSessionSignal returns, after a log-out, a signal that the next log-in does not abort", async () => {
  await logOut();
  const before = getSessionSignal();
  await signIn("asha");
  expect(before.aborted).toBe(false);
});
