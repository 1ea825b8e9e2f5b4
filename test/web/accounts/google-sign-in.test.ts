import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  isForceReset,
  readCodeRequest,
  saveCodeRequest,
  startForceReset,
} from "../../../web/src/features/accounts/code-request.ts";
import {
  cancelGoogleSignIn,
  decideRefusal,
  finishGoogleSignIn,
  type PendingSignIn,
  type RefusalResponse,
  startGoogleSignIn,
} from "../../../web/src/features/accounts/google-sign-in.ts";
import { startSession } from "../../../web/src/features/accounts/session.ts";
import { showQueuedWelcome } from "../../../web/src/features/accounts/sign-in-flow.ts";
import type { RefusalReason } from "../../../web/src/features/accounts/sign-in-return.ts";
import { dismissToast, shownToasts } from "../../../web/src/ui/toasts.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

const google = vi.hoisted(() => ({
  redirectToGoogle: vi.fn<(config: unknown, options: { email: string; choose: boolean }) => Promise<void>>(),
  exchangeCode: vi.fn<() => Promise<boolean>>(),
  isAway: () => localStorage.getItem("CognitoIdentityServiceProvider.c.inflightOAuth") === "true",
}));
vi.mock("../../../web/src/features/accounts/amplify-google.ts", () => google);
vi.mock("../../../web/src/features/accounts/amplify-auth.ts", () => ({ configureAuth: () => {} }));

const keys = "CognitoIdentityServiceProvider.c";
const config = {
  region: "r",
  userPoolId: "p",
  userPoolClientId: "c",
  apiUrl: "http://api",
  contentUrl: "http://content",
};

/** Sets items that Amplify sets before it opens the hosted pages. */
const goAway = () => {
  for (const name of ["inflightOAuth", "inflightOAuthDeadline", "oauthPKCE", "oauthState"])
    localStorage.setItem(`${keys}.${name}`, "true");
};

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("localStorage", memoryStorage());
  google.redirectToGoogle.mockReset();
  google.exchangeCode.mockReset().mockResolvedValue(true);
  startSession(config);
});
afterEach(() => {
  showQueuedWelcome(null);
  for (const { id } of shownToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

type Pending = { intent: "login" | "signup"; origin: string | null; retried: boolean };
const fromLogin: Pending = { intent: "login", origin: "/topic/example-2", retried: false };
const fromSignup: Pending = { intent: "signup", origin: null, retried: false };

/** The promise of `startGoogleSignIn` stays pending, as in a browser that opens Google's page. */
async function leave(pending: Pending, email = ""): Promise<void> {
  const left = Promise.withResolvers<void>();
  google.redirectToGoogle.mockImplementationOnce(async () => {
    goAway();
    left.resolve();
    return new Promise(() => {});
  });
  void startGoogleSignIn({ ...pending, email });
  await left.promise;
}

const isWaiting = () => google.isAway() || sessionStorage.getItem("google_sign_in") !== null;
const told = async (returned: Parameters<typeof finishGoogleSignIn>[0]) => {
  const { to, toast, origin } = await finishGoogleSignIn(returned);
  return { to, title: toast?.title ?? null, words: toast?.description ?? null, origin };
};
const refused = (why: "cancelled" | "email" | "google" | "other") => ({ kind: "refused", why }) as const;

describe("a redirect to Google", () => {
  it("that is not a retry passes on the typed email, and requests a choice of accounts", async () => {
    await leave(fromLogin, "asha@example.com");
    expect(google.redirectToGoogle.mock.calls[0]?.[1]).toEqual({ email: "asha@example.com", choose: true });
  });

  it("is cancelled when redirectToGoogle resolves", async () => {
    google.redirectToGoogle.mockImplementationOnce(async () => goAway());
    await startGoogleSignIn({ ...fromLogin, email: "" });
    expect(isWaiting()).toBe(false);
  });

  it("is cancelled by cancelGoogleSignIn", async () => {
    await leave(fromLogin);
    expect(isWaiting()).toBe(true);
    cancelGoogleSignIn();
    expect(isWaiting()).toBe(false);
  });
});

describe("a return from Google with a code", () => {
  it("leads to the requested page, and clears a pending code request and password reset", async () => {
    await leave(fromLogin);
    saveCodeRequest({ email: "asha@example.com", mode: "signup" });
    startForceReset();
    expect(await told({ kind: "code" })).toMatchObject({ to: "/topic/example-2", title: null });
    expect([readCodeRequest(), isForceReset()]).toEqual([null, false]);
  });

  it.each([
    [fromSignup, "/pricing"],
    [{ ...fromLogin, origin: "//evil.example" }, "/pricing"],
  ])("leads to the pricing page if the requested path is missing or unsafe: %j", async (pending, to) => {
    await leave(pending);
    expect((await told({ kind: "code" })).to).toBe(to);
  });

  it.each([
    [fromLogin, ["Login Successful"]],
    [fromSignup, []],
  ])("queues a welcome message after a log-in, but not after a sign-up: %j", async (pending, titles) => {
    await leave(pending);
    await finishGoogleSignIn({ kind: "code" });
    showQueuedWelcome(null);
    expect(shownToasts().map(({ title }) => title)).toEqual(titles);
  });

  it("leads to the log-in or sign-up page with a message if the code cannot be exchanged", async () => {
    await leave(fromSignup);
    google.exchangeCode.mockResolvedValue(false);
    expect(await told({ kind: "code" })).toMatchObject({ to: "/signup", title: "Google Signup Failed" });
    await leave(fromLogin);
    google.exchangeCode.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await told({ kind: "code" })).toEqual({
      to: "/login",
      title: "Google Login Failed",
      words: "Something went wrong. Please try again.",
      origin: "/topic/example-2",
    });
  });
});

describe("a response from Google without a pending request of this tab", () => {
  it.each([{ kind: "code" }, refused("other"), refused("email")] as const)(
    "does not log the learner in: %j",
    async (returned) => {
      expect(await told(returned)).toMatchObject({ to: "/login", title: "Google Login Failed" });
      expect(google.exchangeCode).not.toHaveBeenCalled();
      expect(google.redirectToGoogle).not.toHaveBeenCalled();
    },
  );

  it("does not log the learner in if it was already used", async () => {
    await leave(fromLogin);
    await finishGoogleSignIn({ kind: "code" });
    google.exchangeCode.mockClear();
    expect((await told({ kind: "code" })).title).toBe("Google Login Failed");
    expect(google.exchangeCode).not.toHaveBeenCalled();
  });

  it("leads to the pricing page without a message if a learner is logged in", async () => {
    localStorage.setItem(`${keys}.LastAuthUser`, "asha");
    expect(await told({ kind: "code" })).toMatchObject({ to: "/pricing", title: null });
    expect(google.exchangeCode).not.toHaveBeenCalled();
  });

  it("does not log the learner in if this tab's stored state is invalid", async () => {
    await leave(fromLogin);
    sessionStorage.setItem("google_sign_in", "junk");
    expect((await told({ kind: "code" })).title).toBe("Google Login Failed");
    expect(google.exchangeCode).not.toHaveBeenCalled();
  });
});

describe("a refused log-in or sign-up with Google", () => {
  it.each([
    [fromLogin, "/login", "Google Login Failed"],
    [fromSignup, "/signup", "Google Signup Failed"],
  ])("leads to the log-in or sign-up page with a message if the learner cancelled: %j", async (pending, to, title) => {
    await leave(pending);
    const words = "Google did not confirm your account. Please try again.";
    expect(await told(refused("cancelled"))).toEqual({ to, title, words, origin: pending.origin });
    expect(isWaiting()).toBe(false);
    expect(google.redirectToGoogle).toHaveBeenCalledOnce();
  });

  it("leads to the log-in page if the email belongs to a password account", async () => {
    await leave(fromSignup);
    expect(await told(refused("email"))).toMatchObject({ to: "/login", title: "Email Account Exists" });
    expect(google.redirectToGoogle).toHaveBeenCalledOnce();
  });

  it("is retried once if the reason is “other”, and then leads to a failure message", async () => {
    await leave(fromLogin, "asha@example.com");
    const leftAgain = Promise.withResolvers<void>();
    google.redirectToGoogle.mockImplementationOnce(async () => {
      goAway();
      leftAgain.resolve();
      return new Promise(() => {});
    });
    void finishGoogleSignIn(refused("other"));
    await leftAgain.promise;
    expect(google.redirectToGoogle.mock.calls[1]?.[1]).toEqual({ email: "", choose: false });
    expect(await told(refused("other"))).toEqual({
      to: "/login",
      title: "Google Login Failed",
      words: "Google did not confirm your account. Please try again.",
      origin: "/topic/example-2",
    });
    expect(google.redirectToGoogle).toHaveBeenCalledTimes(2);
    expect(isWaiting()).toBe(false);
  });
});

describe("decideRefusal", () => {
  const retry: RefusalResponse = { kind: "retry" };
  const exists: RefusalResponse = { kind: "tell", toast: "emailAccountExists", at: "/login" };
  const loginFailed: RefusalResponse = { kind: "tell", toast: "googleLoginFailed", at: "/login" };
  const signupFailed: RefusalResponse = { kind: "tell", toast: "googleSignupFailed", at: "/signup" };
  const rows: [RefusalReason, PendingSignIn["intent"], boolean, RefusalResponse][] = [
    ["email", "login", false, exists],
    ["email", "login", true, exists],
    ["email", "signup", false, exists],
    ["email", "signup", true, exists],
    ["cancelled", "login", false, loginFailed],
    ["cancelled", "login", true, loginFailed],
    ["cancelled", "signup", false, signupFailed],
    ["cancelled", "signup", true, signupFailed],
    ["google", "login", false, retry],
    ["google", "login", true, loginFailed],
    ["google", "signup", false, retry],
    ["google", "signup", true, signupFailed],
    ["other", "login", false, retry],
    ["other", "login", true, loginFailed],
    ["other", "signup", false, retry],
    ["other", "signup", true, signupFailed],
  ];

  it.each(rows)("with the reason %s, the intent %s and retried %s, returns %j", (why, intent, retried, answer) => {
    expect(decideRefusal(why, { intent, retried })).toEqual(answer);
  });
});
