import { createHash, randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { signInReturnPath } from "../../domain/accounts/redirect.ts";
import { fetchConfig, type Learner } from "./learner.ts";

const Tokens = z.object({ access_token: z.string(), id_token: z.string(), refresh_token: z.string() });
const Claims = z.object({ sub: z.string() });

function claimsOf(token: string) {
  return Claims.parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")));
}

/** If the sign-in is refused, rejects with the error that the app would receive. */
export async function signInThroughGoogle(
  webUrl: string,
  { name, email }: Pick<Learner, "name" | "email">,
): Promise<Omit<Learner, "password">> {
  const { hostedUiUrl, userPoolClientId } = await fetchConfig(webUrl);
  const verifier = randomBytes(64).toString("base64url");
  const asked = new URLSearchParams({
    client_id: userPoolClientId,
    redirect_uri: `${webUrl}${signInReturnPath}`,
    response_type: "code",
    identity_provider: "Google",
    scope: "openid email profile aws.cognito.signin.user.admin",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const form = new URLSearchParams({ name, email });
  const answer = await fetch(`${hostedUiUrl}/google/accounts?${asked}`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const back = new URL(answer.headers.get("location") ?? "").searchParams;
  const code = back.get("code");
  if (!code) throw new Error(back.get("error_description") ?? back.get("error") ?? "No code came back");
  const exchange = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: userPoolClientId,
    redirect_uri: `${webUrl}${signInReturnPath}`,
    code,
    code_verifier: verifier,
  });
  const response = await fetch(`${hostedUiUrl}/oauth2/token`, { method: "POST", body: exchange });
  const { access_token, id_token, refresh_token } = Tokens.parse(await response.json());
  const tokens = { AccessToken: access_token, IdToken: id_token, RefreshToken: refresh_token };
  return { userId: claimsOf(access_token).sub, name, email, tokens };
}
