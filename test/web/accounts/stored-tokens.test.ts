import { afterEach, describe, expect, test, vi } from "vitest";
import {
  clearSignInRedirect,
  hasStoredTokens,
  isLastSignInKeyOf,
  isSignInRedirectPending,
  lastUserKey,
  storedToken,
  storedTokenMark,
} from "../../../web/src/features/accounts/stored-tokens.ts";
import { isAnyoneSignedIn } from "../../../web/src/features/accounts/stored-user.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

const client = "client1";
const key = (name: string) => `CognitoIdentityServiceProvider.${client}.${name}`;
const token = (claims: object) => ["head", Buffer.from(JSON.stringify(claims)).toString("base64url"), "sig"].join(".");

function hold(entries: Record<string, string>): Map<string, string> {
  const stored = new Map(Object.entries(entries));
  vi.stubGlobal("localStorage", memoryStorage(stored));
  return stored;
}
afterEach(() => void vi.unstubAllGlobals());

const tokenIn = (entries: Record<string, string>) => {
  hold(entries);
  return storedToken(client);
};

describe("the stored token", () => {
  const good = token({ exp: 2000, sub: "u-1", name: "आशा" });

  test("has an expiry that is corrected by the clock drift", () => {
    const entries = { [lastUserKey(client)]: "asha.rai", [key("asha.rai.accessToken")]: good };
    expect(tokenIn(entries)).toEqual({ token: good, userId: "u-1", expiresAtMs: 2_000_000 });
    const ahead = { ...entries, [key("asha.rai.clockDrift")]: "60000" };
    expect(tokenIn(ahead)?.expiresAtMs).toBe(1_940_000);
    const odd = { ...entries, [key("asha.rai.clockDrift")]: "NaN" };
    expect(tokenIn(odd)?.expiresAtMs).toBe(2_000_000);
  });

  test.each([
    ["nothing", {}],
    ["no user", { [key("asha.accessToken")]: good }],
    ["no token", { [lastUserKey(client)]: "asha" }],
    ["a token, but only another client's user", { [lastUserKey("other")]: "asha", [key("asha.accessToken")]: good }],
    ["a token that is not a JWT", { [lastUserKey(client)]: "asha", [key("asha.accessToken")]: "junk" }],
    ["a token without an expiry", { [lastUserKey(client)]: "asha", [key("asha.accessToken")]: token({ sub: "u-1" }) }],
    ["a token without a user", { [lastUserKey(client)]: "asha", [key("asha.accessToken")]: token({ exp: 2000 }) }],
  ])("is null if the storage contains %s", (_, entries) => {
    expect(tokenIn(entries)).toBeNull();
  });
});

test("hasStoredTokens and isAnyoneSignedIn return true only while LastAuthUser is stored", () => {
  expect(lastUserKey(client)).toBe(key("LastAuthUser"));
  hold({ [key("LastAuthUser")]: "asha" });
  expect([hasStoredTokens(client), hasStoredTokens("other"), isAnyoneSignedIn()]).toEqual([true, false, true]);
  hold({ [key("asha.accessToken")]: "left behind" });
  expect([hasStoredTokens(client), isAnyoneSignedIn()]).toEqual([false, false]);
});

test("isLastSignInKeyOf matches only the clockDrift key of the given client", () => {
  const written = ["LastAuthUser", "asha.accessToken", "asha.idToken", "asha.refreshToken", "asha.clockDrift"];
  expect(written.filter((name) => isLastSignInKeyOf(key(name), client))).toEqual(["asha.clockDrift"]);
  expect(isLastSignInKeyOf(key("asha.clockDrift"), "other")).toBe(false);
});

describe("the mark of the stored tokens", () => {
  const user = { [lastUserKey(client)]: "asha" };
  const markOf = (entries: Record<string, string>) => {
    hold({ ...user, ...entries });
    return storedTokenMark(client);
  };
  const [access, refresh] = [key("asha.accessToken"), key("asha.refreshToken")];
  const whole = { [access]: "head.claims.the-first-signature", [refresh]: "head.key.iv.text.the-first-tag" };

  test("changes with each new access token or refresh token", () => {
    const renewed = { [access]: "head.claims.the-second-signature", [refresh]: "head.key.iv.text.the-second-tag" };
    const shown = [whole, { ...whole, [access]: renewed[access] ?? "" }, renewed].map(markOf);
    expect(new Set(shown).size).toBe(3);
    expect(markOf({ ...renewed })).toBe(shown[2]);
  });

  test("contains no token, and is empty if no tokens are stored", () => {
    expect(markOf(whole)).not.toBe("");
    expect(Object.values(whole).some((token) => markOf(whole).includes(token))).toBe(false);
    expect(markOf({})).toBe("");
    hold({});
    expect(storedTokenMark(client)).toBe("");
  });
});

test("clearSignInRedirect removes only the items of a pending redirect to Google", () => {
  const kept = { [key("LastAuthUser")]: "asha", [key("oauthSignIn")]: "true,false" };
  const away = ["inflightOAuth", "inflightOAuthDeadline", "oauthPKCE", "oauthState"].map((name) => key(name));
  const stored = hold({ ...kept, ...Object.fromEntries(away.map((name) => [name, "true"])) });
  expect([isSignInRedirectPending(client), isSignInRedirectPending("other")]).toEqual([true, false]);
  clearSignInRedirect(client);
  expect(isSignInRedirectPending(client)).toBe(false);
  expect(Object.fromEntries(stored)).toEqual(kept);
});
