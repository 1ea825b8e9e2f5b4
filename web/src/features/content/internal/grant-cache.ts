import type { ContentGrant } from "../../../../../domain/practice/practice-routes.ts";

/** A moment by two clocks, in ms: the wall clock may be set anew, the steady one may stand still while a computer sleeps. */
export type ClockReading = { wall: number; steady: number };

/** A grant and when it was asked for, so that its life is never thought to be longer than it is. */
export type CachedGrant = ContentGrant & { askedAt: ClockReading };

export type GrantCache = {
  /**
   * Permission to read the file at `path`. What is held is given at once and renewed on the side when it ends soon.
   * Null if the learner may not read it. Rejects as `request` does.
   */
  grantFor: (path: string) => Promise<CachedGrant | null>;
  /** Takes note that a grant was not honoured: unless a newer one came meanwhile, the next is asked for anew. */
  invalidate: (grant: CachedGrant) => void;
  /** Asks for permission anew, whatever is held, and gives what now goes for `path`. Rejects as `request` does. */
  renew: (path: string) => Promise<CachedGrant | null>;
  /** Whether it is so long since a grant was given that it may not be honoured any more, whatever it says itself. */
  isAged: (grant: CachedGrant) => boolean;
  /** Renews what is held if it ends soon. Failures wait for the next time. */
  renewIfDue: () => Promise<void>;
};

type Options = {
  /** Asks for a grant for the file at `path`; what is granted may be more, or nothing of it. */
  request: (path: string) => Promise<readonly ContentGrant[]>;
  /** Whose the grants are and what they were given for; what was given on another basis is held no more. */
  basis: () => string;
  now: () => ClockReading;
};

/** Grants are renewed this long before they end, or when half of a short one is over. */
const renewalMarginMs = 5 * 60_000;

/** A grant that was given longer ago may have been withdrawn since, as when a key for signing was taken back. */
const agedAfterMs = 60_000;

/** How long a grant has lived, in ms: by whichever clock says more, since a needless renewal costs little. */
function ageMs({ askedAt }: CachedGrant, now: ClockReading): number {
  return Math.max(now.wall - askedAt.wall, now.steady - askedAt.steady);
}

/** Whether a grant is honoured no longer. */
function isExpired(grant: CachedGrant, now: ClockReading): boolean {
  return ageMs(grant, now) >= grant.expiresInSeconds * 1000;
}

/** Whether a grant should be renewed by now. */
function isRenewalDue(grant: CachedGrant, now: ClockReading): boolean {
  const lifetimeMs = grant.expiresInSeconds * 1000;
  return ageMs(grant, now) >= Math.max(lifetimeMs - renewalMarginMs, lifetimeMs / 2);
}

/** Keeps the grants for the content, asking `request` for it no more often than needed. */
export function createGrantCache({ request, basis, now }: Options): GrantCache {
  let held: { basis: string; grants: readonly CachedGrant[] } = { basis: "", grants: [] };
  let asking: { basis: string; done: Promise<void> } | undefined;
  /** What was wanted last is what has to go on. */
  let wanted = "";

  const grants = () => (held.basis === basis() ? held.grants : []);
  const isAsking = () => asking?.basis === basis();

  const ask = (): Promise<void> => {
    if (asking && isAsking()) return asking.done;
    const asked = { basis: basis(), askedAt: now() };
    const done: Promise<void> = request(wanted)
      .then((given) => {
        if (asking?.done !== done) return;
        held = { basis: asked.basis, grants: given.map((grant) => ({ ...grant, askedAt: asked.askedAt })) };
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
        // What was given for a plan or a language that has changed meanwhile says nothing of the new one.
        if (asked === basis()) return usable(path);
      }
    },
    invalidate: (grant) => {
      if (held.grants.includes(grant)) held = { ...held, grants: [] };
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
