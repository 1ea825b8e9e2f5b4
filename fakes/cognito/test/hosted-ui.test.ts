import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import {
  ana,
  answerChooser,
  appOrigin,
  authorizeUrl,
  everyScope,
  locationOf,
  newChallenge,
  open,
  post,
  redirectUri,
  signInThroughGoogle,
  startHostedPool,
} from "./google-browser.ts";
import { ClientId, getUser, minutes, notAuthorized, refusalOf, type TestPool } from "./test-pool.ts";

let pool: TestPool;
let errors: MockInstance;
beforeEach(async () => {
  pool = await startHostedPool();
  errors = vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => errors.mockRestore());

const queryOf = (response: Response) => Object.fromEntries(locationOf(response).searchParams);

describe("/oauth2/authorize", () => {
  test("leads to the account page, and then to the app with a code and the app's state", async () => {
    const back = await answerChooser(authorizeUrl(pool), ana);
    expect(back.status).toBe(302);
    const { origin, pathname } = locationOf(back);
    expect(`${origin}${pathname}`).toBe(redirectUri);
    expect(queryOf(back)).toEqual({ code: expect.stringMatching(/^[0-9a-f-]{36}$/), state: "state-1" });
  });

  test("returns no state to the app if the app sent no state", async () => {
    const back = await answerChooser(authorizeUrl(pool, { state: null, prompt: null, scope: null }), ana);
    expect(Object.keys(queryOf(back))).toEqual(["code"]);
  });

  test.each([
    ["an unknown client", { client_id: "another" }, "invalid_request"],
    ["a missing client", { client_id: null }, "invalid_request"],
    ["a redirect to another site", { redirect_uri: "https://evil.example/pricing" }, "redirect_mismatch"],
    ["a redirect to an unregistered page of the app", { redirect_uri: `${appOrigin}/profile` }, "redirect_mismatch"],
    [
      "a redirect address that only begins like the right one",
      { redirect_uri: `${redirectUri}/../x` },
      "redirect_mismatch",
    ],
    ["a missing redirect address", { redirect_uri: null }, "redirect_mismatch"],
    ["the provider COGNITO", { identity_provider: "COGNITO" }, "not_modelled"],
    ["a missing provider", { identity_provider: null }, "not_modelled"],
    ["the provider Facebook", { identity_provider: "Facebook" }, "not_modelled"],
    ["a silent sign-in", { prompt: "none" }, "not_modelled"],
    ["a request for tokens in the address", { response_type: "token" }, "not_modelled"],
    ["an unknown parameter", { nonce: "1" }, "invalid_request"],
  ])("returns an error page for %s", async (_, change, code) => {
    const response = await open(authorizeUrl(pool, change));
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(await response.text()).toContain(`<strong>${code}</strong>`);
  });

  test("refuses a repeated parameter", async () => {
    const response = await open(`${authorizeUrl(pool)}&redirect_uri=${encodeURIComponent("https://evil.example")}`);
    expect(response.status).toBe(400);
    expect(errors).toHaveBeenCalledWith(expect.stringContaining('"redirect_uri" is given more than once'));
  });

  test.each([
    ["an unknown response type", { response_type: "magic" }, "invalid_request"],
    ["a challenge without its method", { code_challenge: newChallenge().challenge }, "invalid_request"],
    ["a challenge method without a challenge", { code_challenge_method: "S256" }, "invalid_request"],
    [
      "a plain challenge",
      { code_challenge: newChallenge().challenge, code_challenge_method: "plain" },
      "invalid_request",
    ],
    ["a challenge that is too short", { code_challenge: "abc", code_challenge_method: "S256" }, "invalid_request"],
    ["a scope that the client does not have", { scope: "openid phone" }, "invalid_scope"],
    ["the scope email without openid", { scope: "email" }, "invalid_scope"],
  ])("reports %s to the app", async (_, change, error) => {
    const response = await open(authorizeUrl(pool, change));
    expect(response.status).toBe(302);
    expect(queryOf(response)).toEqual({ error, state: "state-1" });
  });
});

describe("the account page", () => {
  const chooser = async (change: Record<string, string> = {}) =>
    locationOf(await open(authorizeUrl(pool, change))).href;

  test("lists an earlier account once, with its latest name", async () => {
    await signInThroughGoogle(pool);
    await signInThroughGoogle(pool, { email: "ANA@example.com", name: "Ana <b>Lima</b>" });
    const page = await (await open(await chooser())).text();
    expect(page.match(/name="account"/g)).toHaveLength(1);
    expect(page).toContain("<strong>Ana &lt;b&gt;Lima&lt;/b&gt;</strong><br>ana@example.com");
  });

  test("returns a code to the app after the choice of a listed account", async () => {
    await signInThroughGoogle(pool);
    const page = await (await open(await chooser())).text();
    const account = /name="account" value="(\d{21})"/.exec(page)?.[1] ?? "";
    expect(queryOf(await answerChooser(authorizeUrl(pool), { account }))).toHaveProperty("code");
  });

  test("labels its fields, contains no script, and may send forms only to its origin and the app", async () => {
    const response = await open(await chooser({ login_hint: 'a"b@example.com' }));
    const page = await response.text();
    for (const id of ["email", "name"]) expect(page).toContain(`<label for="${id}">`);
    expect(page).toContain('value="a&quot;b@example.com"');
    expect(page).not.toContain("<script");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${appOrigin};`);
  });

  test("reports a cancellation to the app", async () => {
    const back = await answerChooser(authorizeUrl(pool), { cancel: "yes" });
    expect(queryOf(back)).toEqual({ error: "access_denied", state: "state-1" });
  });

  test.each([
    ["an invalid email", { email: "ana", name: "Ana" }],
    ["an email that is too long", { email: `${"a".repeat(320)}@example.com`, name: "Ana" }],
    ["a blank name", { email: "ana@example.com", name: "  " }],
    ["an unknown account", { account: "1" }],
    ["an empty form", {}],
  ])("is shown again after %s", async (_, form) => {
    const response = await answerChooser(authorizeUrl(pool), form);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('role="alert"');
  });

  test("permits cross-origin reads only from the app's origin", async () => {
    const allowed = async (address: string, origin?: string) =>
      (await open(address, { headers: origin === undefined ? {} : { origin } })).headers.get(
        "access-control-allow-origin",
      );
    for (const address of [await chooser(), authorizeUrl(pool), authorizeUrl(pool, { client_id: "another" })]) {
      expect(await allowed(address, appOrigin)).toBe(appOrigin);
      for (const origin of ["https://evil.example", `${appOrigin}.evil.example`, "null", undefined]) {
        expect([origin, await allowed(address, origin)]).toEqual([origin, null]);
      }
    }
  });

  test("refuses forms from other sites", async () => {
    const headers = { origin: "https://evil.example" };
    const response = await open(await chooser(), { method: "POST", headers, body: new URLSearchParams(ana) });
    expect(response.status).toBe(400);
  });
});

describe("/oauth2/token", () => {
  const { verifier, challenge } = newChallenge();
  const codeFor = async (change: Record<string, string> = {}) => {
    const asked = authorizeUrl(pool, { code_challenge: challenge, code_challenge_method: "S256", ...change });
    return queryOf(await answerChooser(asked, ana))["code"] ?? "";
  };
  const exchange = async (form: Record<string, string>) =>
    post(`${pool.url}/oauth2/token`, {
      grant_type: "authorization_code",
      client_id: ClientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...form,
    });

  test("returns tokens for a code only at the first request", async () => {
    const code = await codeFor();
    const { status, body } = await exchange({ code });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, id_token: expect.any(String) });
    expect(await getUser(pool, body.access_token)).toHaveProperty("Username");
    expect(await exchange({ code })).toEqual({ status: 400, body: { error: "invalid_grant" } });
  });

  test.each([
    ["a wrong verifier", { code_verifier: newChallenge().verifier }, "invalid_grant"],
    ["a wrong redirect address", { redirect_uri: `${appOrigin}/` }, "invalid_grant"],
    ["an unknown client", { client_id: "another" }, "invalid_client"],
    ["the grant type refresh_token", { grant_type: "refresh_token" }, "unsupported_grant_type"],
    ["an unknown parameter", { client_secret: "1" }, "invalid_request"],
    ["an empty redirect address", { redirect_uri: "" }, "invalid_request"],
  ])("refuses %s", async (_, change, error) => {
    expect(await exchange({ code: await codeFor(), ...change })).toEqual({ status: 400, body: { error } });
  });

  test("refuses a code that is expired, unknown or without its verifier", async () => {
    const refused = { status: 400, body: { error: "invalid_grant" } };
    expect(await exchange({ code: await codeFor(), code_verifier: "" })).toEqual(refused);
    const late = await codeFor();
    pool.advance(5 * minutes);
    expect(await exchange({ code: late })).toEqual(refused);
    expect(await exchange({ code: "1b4b5e2a-0000-4000-8000-000000000000" })).toEqual(refused);
  });

  test("returns no id token without the scope openid", async () => {
    const { body } = await exchange({ code: await codeFor({ scope: "aws.cognito.signin.user.admin" }) });
    expect(body).toHaveProperty("access_token");
    expect(body).not.toHaveProperty("id_token");
  });

  test("can be called from the app's pages", async () => {
    const response = await fetch(`${pool.url}/oauth2/token`, { method: "POST", headers: { origin: appOrigin } });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const asking = {
      origin: appOrigin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,x-amz-user-agent",
    };
    const preflight = await fetch(`${pool.url}/oauth2/token`, { method: "OPTIONS", headers: asking });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("x-amz-user-agent");
  });
});

describe("an access token", () => {
  test("without the scope aws.cognito.signin.user.admin cannot be used for GetUser", async () => {
    const { AccessToken } = await signInThroughGoogle(pool, ana, "openid email");
    expect(await refusalOf(getUser(pool, AccessToken))).toEqual(
      notAuthorized("Access Token does not have required scopes"),
    );
    expect(everyScope).toContain("aws.cognito.signin.user.admin");
  });
});
