import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import * as z from "zod/mini";
import { attemptTimeoutMs } from "../runtime/time-limits.ts";

export type TokenCheck = {
  /**
   * Whose access token this is, and for how long it is good; null if it is not to be honoured.
   * Rejects if the user pool's keys cannot be had.
   */
  check: (accessToken: string) => Promise<CheckedToken | null>;
};

export type CheckedToken = { userId: string; validForSeconds: number };

export type TokenCheckSettings = {
  /** The user pool as its tokens name it. */
  issuer: string;
  /** The app client for which tokens must have been issued. */
  clientId: string;
};

/** How long the user pool's keys are kept, in ms. */
const keySetCacheMs = 10 * 60 * 1000;

const AccessClaims = z.object({
  sub: z.string(),
  /** Needed here, since a token without it never expires. */
  exp: z.number(),
  token_use: z.literal("access"),
  client_id: z.string(),
});

/** What is wrong with the token itself. Every other failure is one of getting the keys. */
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

/** Checks access tokens of a user pool by its published keys. Tokens run on real time, whatever the product's clock says. */
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
