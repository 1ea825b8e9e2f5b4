import { readableAttributes } from "../pool/attributes.ts";
import { CognitoFailure } from "../pool/failure.ts";
import type { Pool } from "../pool/pool.ts";
import { json, type PageReply } from "./page-reply.ts";

function refusal(status: number, description: string): PageReply {
  const { headers, ...reply } = json(status, { error: "invalid_token", error_description: description });
  const challenge = `error="invalid_token", error_description="${description}"`;
  return { ...reply, headers: { ...headers, "www-authenticate": challenge } };
}

/**
 * The user's attributes, every value a text.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html
 */
export async function userInfo(authorization: string | undefined, pool: Pool): Promise<PageReply> {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  if (!token) return refusal(401, "Access token is missing");
  try {
    const { username, originJti, scopes } = await pool.tokens.readAccessToken(token);
    const user = pool.users.byUsername(username);
    if (!user || pool.sessions.isRevoked(originJti))
      return refusal(401, "Access token is expired, or user is disabled");
    if (!scopes.includes("openid")) return refusal(401, "Access token does not contain openid scope");
    return json(200, { ...readableAttributes(user.attributes), username });
  } catch (error) {
    if (error instanceof CognitoFailure) return refusal(401, "Access token is expired or invalid");
    throw error;
  }
}
