import { createHash, randomBytes } from "node:crypto";
import { ClientId, startPool, type TestPool, tokensOf } from "./test-pool.ts";

export const appOrigin = "http://localhost:5173";
export const redirectUri = `${appOrigin}/pricing`;
export const logoutUri = `${appOrigin}/login`;
export const everyScope = "openid email profile aws.cognito.signin.user.admin";

export type GoogleUser = { email: string; name: string };
export const ana: GoogleUser = { email: "ana@example.com", name: "Ana Lima" };

export const startHostedPool = (given: Parameters<typeof startPool>[0] = {}) =>
  startPool({ signInReturnUrls: [redirectUri], ...given });

export function newChallenge() {
  const verifier = randomBytes(64).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

const wholeRequest = {
  redirect_uri: redirectUri,
  response_type: "code",
  client_id: ClientId,
  identity_provider: "Google",
  scope: everyScope,
  prompt: "select_account",
  state: "state-1",
};

export function authorizeUrl({ url }: Pick<TestPool, "url">, change: Record<string, string | null> = {}): string {
  const entries = Object.entries({ ...wholeRequest, ...change }).filter(([, value]) => value !== null);
  return `${url}/oauth2/authorize?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}

export const open = (url: string, init: RequestInit = {}) => fetch(url, { redirect: "manual", ...init });

export function locationOf(response: Response): URL {
  const location = response.headers.get("location");
  if (!location) throw new Error(`There is no redirect in the answer ${response.status}`);
  return new URL(location, response.url);
}

export async function answerChooser(authorize: string, form: Record<string, string>): Promise<Response> {
  const chooser = locationOf(await open(authorize));
  return open(chooser.href, { method: "POST", body: new URLSearchParams(form) });
}

export async function post(url: string, form: Record<string, string>) {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(form) });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

export async function signInThroughGoogle(pool: TestPool, user: GoogleUser = ana, scope = everyScope) {
  const { verifier, challenge } = newChallenge();
  const asked = authorizeUrl(pool, { scope, code_challenge: challenge, code_challenge_method: "S256" });
  const back = locationOf(await answerChooser(asked, user));
  const code = back.searchParams.get("code");
  if (!code) throw new Error(`Google sign-in came back with ${back.search}`);
  const { body } = await post(`${pool.url}/oauth2/token`, {
    grant_type: "authorization_code",
    client_id: ClientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  return tokensOf({
    AccessToken: body.access_token,
    IdToken: body.id_token ?? "none",
    RefreshToken: body.refresh_token,
  });
}
