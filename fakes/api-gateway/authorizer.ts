import { createRemoteJWKSet, errors, jwtVerify } from "jose";

export type Authorizer = {
  authorize: (authorization: string | undefined) => Promise<Record<string, string> | null>;
};

/**
 * The expiry of a token is compared with the system clock.
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
