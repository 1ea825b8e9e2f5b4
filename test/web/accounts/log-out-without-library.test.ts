import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endDeletedSession, logOut, startSession } from "../../../web/src/features/accounts/session.ts";
import { hasStoredTokens } from "../../../web/src/features/accounts/stored-tokens.ts";
import { memoryStorage } from "../browser/memory-storage.ts";
import { fakeChannels } from "./fake-channels.ts";

// The session loads this module on demand, which may fail without a network.
vi.mock("../../../web/src/features/accounts/amplify-auth.ts", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

const config = {
  ...{ region: "r", userPoolId: "p", userPoolClientId: "c" },
  ...{ apiUrl: "http://api", contentUrl: "http://content" },
};
const keys = "CognitoIdentityServiceProvider";
const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sig`;
const unrelated = { theme: "dark", [`${keys}.other.LastAuthUser`]: "asha", [`${keys}.c.oauthState`]: "state" };

let entries: Map<string, string>;
let heardElsewhere: unknown[];

beforeEach(() => {
  entries = new Map(Object.entries(unrelated));
  heardElsewhere = [];
  const Channel = fakeChannels();
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("window", Object.assign(new EventTarget(), { BroadcastChannel: Channel }));
  vi.stubGlobal("localStorage", memoryStorage(entries));
  vi.stubGlobal("navigator", { onLine: false });
  const exp = Math.floor(Date.now() / 1000) + 3_600;
  const stored = {
    "asha.rai.accessToken": token({ sub: "asha", exp }),
    "asha.rai.idToken": token({ sub: "asha", exp }),
    "asha.rai.refreshToken": "refresh",
    "asha.rai.clockDrift": "0",
    "asha.rai.signInDetails": "{}",
    LastAuthUser: "asha.rai",
  };
  for (const [name, value] of Object.entries(stored)) entries.set(`${keys}.c.${name}`, value);
  startSession(config);
  new Channel("parlance-log-outs").addEventListener("message", (event) => {
    heardElsewhere.push(Reflect.get(event, "data"));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("without the sign-in library", () => {
  test("logOut removes only the learner's sign-in items, and notifies other tabs", async () => {
    await logOut();
    expect(Object.fromEntries(entries)).toEqual(unrelated);
    expect(hasStoredTokens("c")).toBe(false);
    await vi.waitFor(() => expect(heardElsewhere).toEqual([{ userId: "asha", how: "logged-out" }]));
  });

  test("endDeletedSession removes only the learner's sign-in items", async () => {
    endDeletedSession();
    await vi.waitFor(() => expect(Object.fromEntries(entries)).toEqual(unrelated));
  });
});
