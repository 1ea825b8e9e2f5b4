import { createRemoteJWKSet, errors, jwtVerify } from "jose";

export type Authorizer = {
  /**
   * Returns the claims of a valid access or id token of this client, as strings; null for any other token. Rejects if
   * the connection to the issuer fails.
   */
  authorize: (authorization: string | undefined) => Promise<Record<string, string> | null>;
};

/**
 * Checks tokens as a JWT authorizer of API Gateway does: signature, issuer, expiry, and the client as `aud` or
 * `client_id`. The expiry is compared with the system clock.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function createJwtAuthorizer({ issuer, clientId }: { issuer: string; clientId: string }): Authorizer {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return {
    authorize: async (authorization) => {
      const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1] ?? authorization;
      if (!token) return null;
      try {
        const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ["RS256"] });
        if (payload.aud !== clientId && payload["client_id"] !== clientId) return null;
        return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]));
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
