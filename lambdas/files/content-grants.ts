import type { LanguageName } from "../../domain/content/language.ts";
import { exampleFolder } from "../../domain/content/scenario.ts";
import { accessEnd, hasPaidAccess, type Subscription } from "../../domain/plans/subscription.ts";
import type { ContentGrant } from "../../domain/practice/content-grant.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ContentSigner } from "./content-signer.ts";

/** The product's specification sets this lifetime for signed URLs. */
const grantSeconds = 3600;

function grantLifetimeSeconds(subscription: Subscription | null, now: Date): number {
  const end = subscription && accessEnd(subscription);
  if (!end) return grantSeconds;
  const secondsLeft = Math.floor((end.getTime() - now.getTime()) / 1000);
  return Math.max(1, Math.min(grantSeconds, secondsLeft));
}

/** Why: docs/decisions/0026-content-grants.md */
export async function signGrants(
  subscription: Subscription | null,
  languages: readonly (LanguageName | null | undefined)[],
  { clock, contentSigner }: { clock: Clock; contentSigner: ContentSigner },
): Promise<ContentGrant[]> {
  const now = clock.now();
  const paid = hasPaidAccess(subscription, now) ? languages.filter((language) => language != null) : [];
  const seconds = grantLifetimeSeconds(subscription, now);
  return Promise.all([
    contentSigner.grant(exampleFolder, grantSeconds),
    ...[...new Set(paid)].map((language) => contentSigner.grant(`${language}/`, seconds)),
  ]);
}
