import type { LanguageName } from "../content/language.ts";
import { isExamPath, isTopicPath, paths } from "../http/pages.ts";
import { hasPaidAccess, type Subscription, subscriptionStatus } from "../plans/subscription.ts";

/** Who is looking: nobody, somebody who must confirm an e-mail first, or a learner with their facts. */
export type Visitor =
  | { kind: "nobody" }
  | { kind: "unconfirmed"; email: string }
  | { kind: "learner"; subscription: Subscription | null; language: LanguageName | null };

export type RedirectFacts = {
  visitor: Visitor;
  /** Path of the location, without search or hash. */
  path: string;
  /** A password reset is under way. */
  forceReset: boolean;
  /** The learner came to /pricing to upgrade. */
  upgrading: boolean;
  /** An e-mail to verify is known from the navigation or from this tab's storage. */
  verifyEmailKnown: boolean;
  now: Date;
};

export type Redirect =
  | { to: typeof paths.home | typeof paths.pricing | typeof paths.language }
  | { to: typeof paths.login; rememberOrigin: true }
  | { to: typeof paths.verify; email: string; mode: "signup" };

const loginRequired: readonly string[] = [
  paths.pricing,
  paths.language,
  paths.profile,
  paths.support,
  paths.paymentSuccess,
];
const knownPublic: readonly string[] = [
  paths.home,
  paths.login,
  paths.signup,
  paths.forgotPassword,
  paths.verify,
  paths.newPassword,
];

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("/", "%2F");
  } catch {
    return part;
  }
}

/** A path as the router reads it: letter case, percent-encoding and slashes at the end make no difference. */
export function normalisePath(path: string): string {
  const page = path.split("/").map(decodePart).join("/").toLowerCase().replace(/\/+$/, "");
  return page === "" ? "/" : page;
}

const isProtected = (page: string) => loginRequired.includes(page) || isTopicPath(page) || isExamPath(page);

/** Whether a path may be opened only by somebody signed in. */
export function requiresLogin(path: string): boolean {
  return isProtected(normalisePath(path));
}

function skipsSetup(facts: RedirectFacts): boolean {
  const { path } = facts;
  return facts.forceReset || path === paths.login || path === paths.verify || path.includes("password");
}

/** Whoever lacks a plan or a language may still ask for help, and sees the result of a payment to its end. */
const openDuringSetup: readonly string[] = [paths.support, paths.paymentSuccess];

function setupRedirect(facts: RedirectFacts, visitor: Visitor & { kind: "learner" }): Redirect | null {
  const { path, now } = facts;
  const status = subscriptionStatus(visitor.subscription, now);
  if (openDuringSetup.includes(path)) return null;
  if (status === "none") return path === paths.pricing ? null : { to: paths.pricing };
  const paid = hasPaidAccess(visitor.subscription, now);
  if (paid && visitor.language === null && path !== paths.language) return { to: paths.language };
  const complete = status === "free" || (paid && visitor.language !== null);
  const onSetupPage = path === paths.language || (path === paths.pricing && !facts.upgrading);
  return complete && onSetupPage ? { to: paths.home } : null;
}

function redirectAt(facts: RedirectFacts): Redirect | null {
  const { visitor, path } = facts;
  if (!isProtected(path) && !knownPublic.includes(path)) return null;
  if (path === paths.verify && !facts.verifyEmailKnown && visitor.kind !== "unconfirmed") return { to: paths.home };
  if (visitor.kind === "nobody") return isProtected(path) ? { to: paths.login, rememberOrigin: true } : null;
  if (visitor.kind === "learner" && (path === paths.login || path === paths.signup)) return { to: paths.home };
  if (skipsSetup(facts)) return null;
  if (visitor.kind === "unconfirmed") return { to: paths.verify, email: visitor.email, mode: "signup" };
  return setupRedirect(facts, visitor);
}

/**
 * Where this visitor must go instead of `path`; null to stay.
 * Following its own answers always settles.
 */
export function redirectFor(facts: RedirectFacts): Redirect | null {
  return redirectAt({ ...facts, path: normalisePath(facts.path) });
}

/**
 * Where a learner goes on who has just set a new password: to the plans without one that runs, to the languages if the
 * plan asks for one. The redirect rules let them stay there.
 */
export function pathAfterReset(
  subscription: Subscription | null,
  language: LanguageName | null,
  now: Date,
): typeof paths.pricing | typeof paths.language | typeof paths.home {
  const status = subscriptionStatus(subscription, now);
  if (status === "none" || status === "expired") return paths.pricing;
  return pathAfterPayment(subscription, language, now);
}

/** The page to which a learner goes from the result of a payment: to the languages if the plan asks for one, else home. */
export function pathAfterPayment(
  subscription: Subscription | null,
  language: LanguageName | null,
  now: Date,
): typeof paths.language | typeof paths.home {
  return hasPaidAccess(subscription, now) && language === null ? paths.language : paths.home;
}

/** The path to which an outside provider returns after a sign-in, on the app's origin that started it. */
export const signInReturnPath = paths.pricing;
/** The path to which the provider returns after a sign-out. */
const signOutReturnPath = paths.login;

/** The addresses to which sign-in may come back, exactly as they are registered. */
export const signInReturnUrls = (origins: readonly string[]) => origins.map((origin) => origin + signInReturnPath);
/** The addresses to which signing out may come back, exactly as they are registered. */
export const signOutReturnUrls = (origins: readonly string[]) => origins.map((origin) => origin + signOutReturnPath);
