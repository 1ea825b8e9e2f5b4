import { describe, expect, test } from "vitest";
import {
  awayKeys,
  endsSignIn,
  hasStoredTokens,
  storedMark,
  storedToken,
} from "../../../web/src/features/accounts/stored-tokens.ts";
import { lastUserKey } from "../../../web/src/features/accounts/stored-user.ts";

const client = "client1";
const key = (name: string) => `CognitoIdentityServiceProvider.${client}.${name}`;
const token = (claims: object) => ["head", Buffer.from(JSON.stringify(claims)).toString("base64url"), "sig"].join(".");
const storage = (entries: Record<string, string>) => ({ getItem: (name: string) => entries[name] ?? null });

describe("the token that is stored", () => {
  const good = token({ exp: 2000, sub: "u-1", name: "आशा" });

  test("ends by this device's clock, which may be wrong", () => {
    const entries = { [lastUserKey(client)]: "asha.rai", [key("asha.rai.accessToken")]: good };
    expect(storedToken(storage(entries), client)).toEqual({ token: good, userId: "u-1", expiresAtMs: 2_000_000 });
    const ahead = { ...entries, [key("asha.rai.clockDrift")]: "60000" };
    expect(storedToken(storage(ahead), client)?.expiresAtMs).toBe(1_940_000);
    const odd = { ...entries, [key("asha.rai.clockDrift")]: "NaN" };
    expect(storedToken(storage(odd), client)?.expiresAtMs).toBe(2_000_000);
  });

  test.each([
    ["nothing", {}],
    ["no user", { [key("asha.accessToken")]: good }],
    ["no token", { [lastUserKey(client)]: "asha" }],
    ["another client's", { [lastUserKey("other")]: "asha", [key("asha.accessToken")]: good }],
    ["no token at all", { [lastUserKey(client)]: "asha", [key("asha.accessToken")]: "junk" }],
    ["a token without an end", { [lastUserKey(client)]: "asha", [key("asha.accessToken")]: token({ sub: "u-1" }) }],
    ["a token of nobody", { [lastUserKey(client)]: "asha", [key("asha.accessToken")]: token({ exp: 2000 }) }],
  ])("is none where there is %s", (_, entries) => {
    expect(storedToken(storage(entries), client)).toBeNull();
  });
});

test("somebody is signed in as long as Amplify names them", () => {
  expect(hasStoredTokens(storage({ [lastUserKey(client)]: "asha" }), client)).toBe(true);
  expect(hasStoredTokens(storage({}), client)).toBe(false);
});

test("of all that Amplify writes at sign-in, the last is heard", () => {
  const written = ["LastAuthUser", "asha.accessToken", "asha.idToken", "asha.refreshToken", "asha.clockDrift"];
  expect(written.filter((name) => endsSignIn(key(name), client))).toEqual(["asha.clockDrift"]);
  expect(endsSignIn(key("asha.clockDrift"), "other")).toBe(false);
});

describe("the mark of what is stored", () => {
  const user = { [lastUserKey(client)]: "asha" };
  const markOf = (entries: Record<string, string>) => storedMark(storage({ ...user, ...entries }), client);
  const [access, refresh] = [key("asha.accessToken"), key("asha.refreshToken")];
  const whole = { [access]: "head.claims.the-first-signature", [refresh]: "head.key.iv.text.the-first-tag" };

  test("is another as long as not all of the new tokens are shown", () => {
    const renewed = { [access]: "head.claims.the-second-signature", [refresh]: "head.key.iv.text.the-second-tag" };
    const shown = [whole, { ...whole, [access]: renewed[access] ?? "" }, renewed].map(markOf);
    expect(new Set(shown).size).toBe(3);
    expect(markOf({ ...renewed })).toBe(shown[2]);
  });

  test("holds no token, and is none where nobody is signed in", () => {
    expect(Object.values(whole).some((token) => markOf(whole).includes(token))).toBe(false);
    expect([markOf({}), storedMark(storage({}), client)]).toEqual(["", ""]);
  });
});

test("what Amplify notes of a tab that is away", () => {
  expect(awayKeys(client)).toContain(key("inflightOAuth"));
});
