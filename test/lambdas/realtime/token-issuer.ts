import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { listen } from "../../../local/listen.ts";

export const clientId = "parlanceweb";

type Claims = JWTPayload & { token_use?: string; client_id?: string };
type Signing = { claims?: Claims; expiresIn?: string; by?: CryptoKey; keyId?: string };

/** A user pool as far as checking its tokens goes: it publishes its keys, and signs whatever a test wants signed. */
export async function startTokenIssuer() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const kid = "key-1";
  const keys = [{ ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" }];
  let state: "up" | "down" = "up";
  let reads = 0;
  const listening = await listen((request, response) => {
    const isKeys = request.url === "/pool/.well-known/jwks.json";
    reads += 1;
    response.writeHead(state === "down" ? 500 : isKeys ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys }));
  }, 0);
  const issuer = `${listening.url}/pool`;
  return {
    issuer,
    close: listening.close,
    keyReads: () => reads,
    publish: (next: typeof state) => {
      state = next;
    },
    /** An access token as Cognito makes them, unless told otherwise. */
    token: (userId: string, { claims = {}, expiresIn = "1h", by = privateKey, keyId = kid }: Signing = {}) =>
      new SignJWT({ iss: issuer, token_use: "access", client_id: clientId, username: userId, ...claims })
        .setProtectedHeader({ alg: "RS256", kid: keyId })
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(expiresIn)
        .sign(by),
  };
}

export type TokenIssuer = Awaited<ReturnType<typeof startTokenIssuer>>;
