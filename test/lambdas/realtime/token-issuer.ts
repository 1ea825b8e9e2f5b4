import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import * as z from "zod/mini";
import { listen } from "../../../fakes/foundation/listen.ts";

export const clientId = "parlanceweb";

type Claims = JWTPayload & { token_use?: string; client_id?: string };
/** @property expiresIn null for a token that never expires */
type Signing = { claims?: Claims; expiresIn?: string | null; by?: CryptoKey; keyId?: string };

/**
 * GetUser refuses revoked tokens:
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUser.html
 */
export async function startTokenIssuer() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const kid = "key-1";
  const keys = [{ ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" }];
  let state: "up" | "down" = "up";
  let reads = 0;
  const revoked = new Set<string>();
  const answerGetUser = (body: string, response: ServerResponse) => {
    const { AccessToken } = z.object({ AccessToken: z.string() }).parse(JSON.parse(body));
    const refusal = { __type: "NotAuthorizedException", message: "Access Token has been revoked" };
    const isRevoked = revoked.has(AccessToken);
    response.writeHead(isRevoked ? 400 : 200, { "content-type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify(isRevoked ? refusal : { Username: "somebody", UserAttributes: [] }));
  };
  const listening = await listen((request, response) => {
    if (request.headers["x-amz-target"] === "AWSCognitoIdentityProviderService.GetUser") {
      void text(request).then((body) => answerGetUser(body, response));
      return;
    }
    const isKeys = request.url === "/pool/.well-known/jwks.json";
    reads += 1;
    response.writeHead(state === "down" ? 500 : isKeys ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys }));
  }, 0);
  const issuer = `${listening.url}/pool`;
  return {
    issuer,
    url: listening.url,
    revoke: (token: string) => void revoked.add(token),
    close: listening.close,
    keyReads: () => reads,
    publish: (next: typeof state) => {
      state = next;
    },
    token: (userId: string, { claims = {}, expiresIn = "1h", by = privateKey, keyId = kid }: Signing = {}) => {
      const unsigned = new SignJWT({
        iss: issuer,
        token_use: "access",
        client_id: clientId,
        username: userId,
        ...claims,
      })
        .setProtectedHeader({ alg: "RS256", kid: keyId })
        .setSubject(userId)
        .setIssuedAt();
      return (expiresIn === null ? unsigned : unsigned.setExpirationTime(expiresIn)).sign(by);
    },
  };
}

export type TokenIssuer = Awaited<ReturnType<typeof startTokenIssuer>>;
