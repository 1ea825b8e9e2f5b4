import type { ContentGrant } from "../../../../../domain/practice/content-grant.ts";

/**
 * A time by two clocks, in ms. The user may change the wall clock, and the steady clock may pause while a computer
 * sleeps.
 */
export type ClockReading = { wall: number; steady: number };

/** `expiresInSeconds` counts from `askedAt`. */
export type CachedGrant = ContentGrant & { askedAt: ClockReading };

/** `grantFor` and `renew` may reject with an error of `request`. */
export type GrantCache = {
  grantFor: (path: string) => Promise<CachedGrant | null>;
  /** Removes all grants after one was refused. Ignores a grant that was already replaced. */
  invalidate: (grant: CachedGrant) => void;
  renew: (path: string) => Promise<CachedGrant | null>;
  isAged: (grant: CachedGrant) => boolean;
  /** Never rejects. */
  renewIfDue: () => Promise<void>;
};

type Options = {
  /** The result may include grants for other files, or no grant for `path`. */
  request: (path: string) => Promise<readonly ContentGrant[]>;
  /** Identifies the learner and the facts on which grants depend. */
  basis: () => string;
  now: () => ClockReading;
};

/** A grant with a lifetime under ten minutes is renewed when half of the lifetime is over. */
const renewalMarginMs = 5 * 60_000;

/** A grant of this age may have been revoked, for example because its signing key was removed. */
const agedAfterMs = 60_000;

/** Uses the clock that shows the greater age, because an early renewal costs little. */
function ageMs({ askedAt }: CachedGrant, now: ClockReading): number {
  return Math.max(now.wall - askedAt.wall, now.steady - askedAt.steady);
}

function isExpired(grant: CachedGrant, now: ClockReading): boolean {
  return ageMs(grant, now) >= grant.expiresInSeconds * 1000;
}

function isRenewalDue(grant: CachedGrant, now: ClockReading): boolean {
  const lifetimeMs = grant.expiresInSeconds * 1000;
  return ageMs(grant, now) >= Math.max(lifetimeMs - renewalMarginMs, lifetimeMs / 2);
}

export function createGrantCache({ request, basis, now }: Options): GrantCache {
  let cache: { basis: string; grants: readonly CachedGrant[] } = { basis: "", grants: [] };
  let asking: { basis: string; done: Promise<void> } | undefined;
  /** A renewal requests grants for this path. */
  let wanted = "";

  const grants = () => (cache.basis === basis() ? cache.grants : []);
  const isAsking = () => asking?.basis === basis();

  const ask = (): Promise<void> => {
    if (asking && isAsking()) return asking.done;
    const asked = { basis: basis(), askedAt: now() };
    const done: Promise<void> = request(wanted)
      .then((given) => {
        if (asking?.done !== done) return;
        cache = { basis: asked.basis, grants: given.map((grant) => ({ ...grant, askedAt: asked.askedAt })) };
      })
      .finally(() => {
        if (asking?.done === done) asking = undefined;
      });
    asking = { basis: asked.basis, done };
    return done;
  };
  const usable = (path: string) =>
    grants().find((grant) => path.startsWith(grant.folder) && !isExpired(grant, now())) ?? null;
  const renewIfDue = async () => {
    if (grants().some((grant) => isRenewalDue(grant, now()))) await ask().catch(() => undefined);
  };

  return {
    grantFor: async (path) => {
      wanted = path;
      const known = usable(path);
      if (known) {
        void renewIfDue();
        return known;
      }
      if (asking && isAsking()) {
        await asking.done;
        const shared = usable(path);
        if (shared) return shared;
      }
      for (;;) {
        const asked = basis();
        wanted = path;
        await ask();
        // If the facts changed during the request, the new grants are outdated and are requested again.
        if (asked === basis()) return usable(path);
      }
    },
    invalidate: (grant) => {
      if (cache.grants.includes(grant)) cache = { ...cache, grants: [] };
    },
    renew: async (path) => {
      wanted = path;
      await ask();
      return usable(path);
    },
    isAged: (grant) => ageMs(grant, now()) >= agedAfterMs,
    renewIfDue,
  };
}
