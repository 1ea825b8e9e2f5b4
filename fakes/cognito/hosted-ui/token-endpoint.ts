import { createHash } from "node:crypto";
import type { RenewableSession } from "../pool/sessions.ts";
import type { Grant } from "./authorization-codes.ts";
import type { HostedUi } from "./create-hosted-ui.ts";
import { json, type PageReply, readParameters } from "./page-reply.ts";

type TokenError = "invalid_request" | "invalid_client" | "invalid_grant" | "unsupported_grant_type";

export class TokenRefusal extends Error {
  readonly error: TokenError;

  constructor(error: TokenError) {
    super(error);
    this.error = error;
  }
}

const parameterNames = ["grant_type", "client_id", "code", "redirect_uri", "code_verifier"] as const;
type Parameters = Partial<Record<(typeof parameterNames)[number], string>>;

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

function matchesGrant({ redirectUri, challenge }: Grant, { redirect_uri, code_verifier }: Parameters): boolean {
  if (redirect_uri !== redirectUri) return false;
  return challenge === null || (code_verifier !== undefined && challengeOf(code_verifier) === challenge);
}

function startSession(parameters: Parameters, { pool, authorizationCodes }: HostedUi): RenewableSession {
  const { grant_type, code, redirect_uri } = parameters;
  if (grant_type !== "authorization_code") throw new TokenRefusal("unsupported_grant_type");
  if (!code || !redirect_uri) throw new TokenRefusal("invalid_request");
  const grant = authorizationCodes.redeem(code);
  if (!grant || !matchesGrant(grant, parameters)) throw new TokenRefusal("invalid_grant");
  return pool.sessions.start(grant.username, grant.scope);
}

/**
 * https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html
 * @throws TokenRefusal, PageRefusal
 */
export async function exchangeForTokens(form: URLSearchParams, hosted: HostedUi): Promise<PageReply> {
  const parameters = readParameters(form, parameterNames);
  if (parameters.client_id !== hosted.pool.clientId) throw new TokenRefusal("invalid_client");
  const session = startSession(parameters, hosted);
  const user = hosted.pool.users.byUsername(session.username);
  if (!user) throw new TokenRefusal("invalid_grant");
  const { AccessToken, IdToken, RefreshToken, ExpiresIn } = await hosted.pool.tokens.issue(user, session);
  return json(200, {
    ...(session.scope.split(" ").includes("openid") && { id_token: IdToken }),
    access_token: AccessToken,
    refresh_token: RefreshToken,
    expires_in: ExpiresIn,
    token_type: "Bearer",
  });
}
