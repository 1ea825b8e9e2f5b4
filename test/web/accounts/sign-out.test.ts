import "fake-indexeddb/auto";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { ConsoleLogger } from "aws-amplify/utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { configureAuth, endSession } from "../../../web/src/features/accounts/amplify-auth.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

// Amplify warns about an endpoint outside AWS.
ConsoleLogger.LOG_LEVEL = "ERROR";

const keys = "CognitoIdentityServiceProvider.c";
const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sig`;
const entries = new Map<string, string>();
const asked: (string | null)[] = [];

beforeEach(() => {
  asked.length = 0;
  entries.clear();
  vi.stubGlobal("window", { location: { origin: "http://localhost:5173" } });
  vi.stubGlobal("localStorage", memoryStorage(entries));
  configureAuth({
    region: "ap-southeast-2",
    userPoolId: "ap-southeast-2_Parlance",
    userPoolClientId: "c",
    userPoolEndpoint: "http://localhost:9229",
    apiUrl: "http://api",
    contentUrl: "http://content",
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => localStorage.getItem(key),
    setItem: async (key, value) => localStorage.setItem(key, value),
    removeItem: async (key) => localStorage.removeItem(key),
    clear: async () => localStorage.clear(),
  });
  const exp = Math.floor(Date.now() / 1000) + 3_600;
  const stored = {
    LastAuthUser: "asha",
    "asha.accessToken": token({ sub: "asha", exp, origin_jti: "1" }),
    "asha.idToken": token({ sub: "asha", exp }),
    "asha.refreshToken": "refresh",
    "asha.clockDrift": "0",
  };
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(`${keys}.${name}`, value);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

// The product's specification, section 8: "a 404, 401 or 403 during sign-out is treated as success".
test.each([200, 401, 403, 404, 500, "no network"])(
  "endSession removes all tokens, whatever the outcome of the request: %s",
  async (answer) => {
    vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
      asked.push(new Headers(headers).get("x-amz-target"));
      if (typeof answer === "string") throw new TypeError("Failed to fetch");
      const body = answer === 200 ? "{}" : '{"__type":"NotAuthorizedException","message":"Of the service."}';
      return new Response(body, { status: answer });
    });
    await endSession({ everywhere: false });
    expect(asked[0]).toBe("AWSCognitoIdentityProviderService.RevokeToken");
    expect([...entries.keys()]).toEqual([]);
  },
);
