import type { LanguageName } from "../content/language.ts";
import { isExamPath, isFeedbackPath, isTopicPath, paths } from "../http/pages.ts";
import { hasPaidAccess, type Subscription, subscriptionStatus } from "../plans/subscription.ts";

export type Visitor =
  | { kind: "anonymous" }
  | { kind: "unconfirmed"; email: string }
  | { kind: "learner"; subscription: Subscription | null; language: LanguageName | null };

export type RedirectFacts = {
  visitor: Visitor;
  /** Without search or hash. */
  path: string;
  forceReset: boolean;
  upgrading: boolean;
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
  paths.progress,
  paths.support,
  paths.paymentSuccess,
  paths.review,
  paths.glossary,
  paths.inbox,
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

/** The router also decodes paths, and ignores case and slashes at the end. */
export function normalisePath(path: string): string {
  const page = path.split("/").map(decodePart).join("/").toLowerCase().replace(/\/+$/, "");
  return page === "" ? "/" : page;
}

const isProtected = (page: string) =>
  loginRequired.includes(page) || isTopicPath(page) || isExamPath(page) || isFeedbackPath(page);

export function requiresLogin(path: string): boolean {
  return isProtected(normalisePath(path));
}

function skipsSetup(facts: RedirectFacts): boolean {
  const { path } = facts;
  return facts.forceReset || path === paths.login || path === paths.verify || path.includes("password");
}

/** Includes the inbox, because a teacher needs no plan. */
const openDuringSetup: readonly string[] = [paths.support, paths.paymentSuccess, paths.inbox];

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
  if (visitor.kind === "anonymous") return isProtected(path) ? { to: paths.login, rememberOrigin: true } : null;
  if (visitor.kind === "learner" && (path === paths.login || path === paths.signup)) return { to: paths.home };
  if (skipsSetup(facts)) return null;
  if (visitor.kind === "unconfirmed") return { to: paths.verify, email: visitor.email, mode: "signup" };
  return setupRedirect(facts, visitor);
}

/** Redirects never form a loop. */
export function redirectFor(facts: RedirectFacts): Redirect | null {
  return redirectAt({ ...facts, path: normalisePath(facts.path) });
}

/** `redirectFor` does not redirect the learner from the returned page. */
export function pathAfterReset(
  subscription: Subscription | null,
  language: LanguageName | null,
  now: Date,
): typeof paths.pricing | typeof paths.language | typeof paths.home {
  const status = subscriptionStatus(subscription, now);
  if (status === "none" || status === "expired") return paths.pricing;
  return pathAfterPayment(subscription, language, now);
}

export function pathAfterPayment(
  subscription: Subscription | null,
  language: LanguageName | null,
  now: Date,
): typeof paths.language | typeof paths.home {
  return hasPaidAccess(subscription, now) && language === null ? paths.language : paths.home;
}

/** Path to which a log-in through Google returns, on the origin where the log-in started. */
export const signInReturnPath = paths.pricing;
const signOutReturnPath = paths.login;

/** The user pool accepts only URLs that equal its registered URLs exactly. */
export const signInReturnUrls = (origins: readonly string[]) => origins.map((origin) => origin + signInReturnPath);
export const signOutReturnUrls = (origins: readonly string[]) => origins.map((origin) => origin + signOutReturnPath);
