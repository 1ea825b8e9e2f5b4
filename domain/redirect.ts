import type { LanguageName } from "./language.ts";
import { hasPaidAccess, type Subscription, subscriptionStatus } from "./subscription.ts";

/** Who is looking: nobody, somebody who must confirm an e-mail first, or a learner with their facts. */
export type Visitor =
  | { kind: "nobody" }
  | { kind: "unconfirmed"; email: string }
  | { kind: "learner"; subscription: Subscription | null; language: LanguageName | null };

export type RedirectFacts = {
  visitor: Visitor;
  /** Path of the location, without search or hash. */
  path: string;
  /** The learner has just picked a language, though the profile may not show it yet. */
  languageSelected: boolean;
  /** A password reset is under way. */
  forceReset: boolean;
  /** The learner came to /pricing to upgrade. */
  upgrading: boolean;
  /** An e-mail to verify is known from the navigation or from this tab's storage. */
  verifyEmailKnown: boolean;
  now: Date;
};

export type Redirect =
  | { to: "/" | "/pricing" | "/language" }
  | { to: "/login"; rememberOrigin: true }
  | { to: "/otp-verification"; email: string; mode: "signup" };

const loginRequired = ["/pricing", "/language", "/profile", "/support", "/payment-success"];
const knownPublic = ["/", "/login", "/signup", "/forgot-password", "/otp-verification", "/new-password"];

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("/", "%2F");
  } catch {
    return part;
  }
}

/** A path as the router reads it: letter case, percent-encoding and slashes at the end make no difference. */
export function pageAt(path: string): string {
  const page = path.split("/").map(decoded).join("/").toLowerCase().replace(/\/+$/, "");
  return page === "" ? "/" : page;
}

const isProtected = (page: string) => loginRequired.includes(page) || /^\/topic\/[^/]+$/.test(page);

/** Whether a path may be opened only by somebody signed in. */
export function requiresLogin(path: string): boolean {
  return isProtected(pageAt(path));
}

function skipsSetup(facts: RedirectFacts): boolean {
  const { path } = facts;
  return facts.forceReset || path === "/login" || path === "/otp-verification" || path.includes("password");
}

/** Whoever lacks a plan or a language may still ask for help, and sees the result of a payment to its end. */
const openDuringSetup = ["/support", "/payment-success"];

function setupRedirect(facts: RedirectFacts, visitor: Visitor & { kind: "learner" }): Redirect | null {
  const { path, now } = facts;
  const status = subscriptionStatus(visitor.subscription, now);
  if (openDuringSetup.includes(path)) return null;
  if (status === "none") return path === "/pricing" ? null : { to: "/pricing" };
  const paid = hasPaidAccess(visitor.subscription, now);
  const languageKnown = visitor.language !== null || facts.languageSelected;
  if (paid && !languageKnown && path !== "/language") return { to: "/language" };
  const complete = status === "free" || (paid && visitor.language !== null);
  const onSetupPage = path === "/language" || (path === "/pricing" && !facts.upgrading);
  return complete && onSetupPage ? { to: "/" } : null;
}

function redirectAt(facts: RedirectFacts): Redirect | null {
  const { visitor, path } = facts;
  if (!isProtected(path) && !knownPublic.includes(path)) return null;
  if (path === "/otp-verification" && !facts.verifyEmailKnown && visitor.kind !== "unconfirmed") return { to: "/" };
  if (visitor.kind === "nobody") return isProtected(path) ? { to: "/login", rememberOrigin: true } : null;
  if (visitor.kind === "learner" && (path === "/login" || path === "/signup")) return { to: "/" };
  if (skipsSetup(facts)) return null;
  if (visitor.kind === "unconfirmed") return { to: "/otp-verification", email: visitor.email, mode: "signup" };
  return setupRedirect(facts, visitor);
}

/**
 * Where this visitor must go instead of `path`; null to stay.
 * Following its own answers always settles.
 */
export function redirectFor(facts: RedirectFacts): Redirect | null {
  return redirectAt({ ...facts, path: pageAt(facts.path) });
}

/**
 * Where a learner goes on who has just set a new password: to the plans without one that runs, to the languages if the
 * plan asks for one. The redirect rules let them stay there.
 */
export function afterReset(
  subscription: Subscription | null,
  language: LanguageName | null,
  now: Date,
): "/pricing" | "/language" | "/" {
  const status = subscriptionStatus(subscription, now);
  if (status === "none" || status === "expired") return "/pricing";
  return hasPaidAccess(subscription, now) && language === null ? "/language" : "/";
}
