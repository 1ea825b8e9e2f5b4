import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import * as z from "zod/mini";
import { attemptTimeoutMs } from "../runtime/time-limits.ts";

export type TokenCheck = {
  /** Returns null for a token that is not valid. Rejects if the user pool's keys cannot be read. */
  check: (accessToken: string) => Promise<CheckedToken | null>;
};

export type CheckedToken = { userId: string; validForSeconds: number };

export type TokenCheckSettings = {
  issuer: string;
  clientId: string;
};

const keySetCacheMs = 10 * 60 * 1000;

const AccessClaims = z.object({
  sub: z.string(),
  /** Required, because a token without `exp` never expires. */
  exp: z.number(),
  token_use: z.literal("access"),
  client_id: z.string(),
});

const refusals = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
] as const;

/** Tokens expire by real time, not by the app's `Clock`. */
export function createTokenCheck({ issuer, clientId }: TokenCheckSettings): TokenCheck {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    cacheMaxAge: keySetCacheMs,
    timeoutDuration: attemptTimeoutMs("service"),
  });
  const verify = (accessToken: string) => jwtVerify(accessToken, keys, { issuer, algorithms: ["RS256"] });
  return {
    check: async (accessToken) => {
      try {
        const { payload } = await verify(accessToken).catch((error) => {
          if (error instanceof errors.JWKSTimeout) return verify(accessToken);
          throw error;
        });
        const claims = AccessClaims.safeParse(payload);
        if (!claims.success || claims.data.client_id !== clientId) return null;
        const { sub: userId, exp } = claims.data;
        return { userId, validForSeconds: Math.max(0, Math.floor(exp - Date.now() / 1000)) };
      } catch (error) {
        if (refusals.some((refusal) => error instanceof refusal)) return null;
        throw error;
      }
    },
  };
}
