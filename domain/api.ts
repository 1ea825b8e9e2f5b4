import * as z from "zod/mini";
import { Account, Email, ExportLink, identityProviders } from "./account.ts";
import { CheckoutAnswer, ReturnUrl } from "./checkout.ts";
import { ConfirmationCode } from "./code-link.ts";
import { ContentGrant } from "./content-grant.ts";
import { examRoutes } from "./exam-routes.ts";
import { FullName } from "./full-name.ts";
import { languageNames } from "./language.ts";
import { Password } from "./password.ts";
import { Billing, PaidPlan } from "./price.ts";
import { Profile } from "./profile.ts";
import { CompletedScenario, UserProgress } from "./progress.ts";
import type { Route } from "./route.ts";
import { ScenarioId, SegmentId } from "./scenario.ts";
import { Instant, Subscription } from "./subscription.ts";
import { SupportMessage } from "./support-message.ts";

/** The largest request body that a handler accepts, in bytes. */
export const maxBodyBytes = 64 * 1024;
/** Response header with the server's time as ISO 8601 text; the web takes its "now" from it. */
export const serverTimeHeader = "x-server-time";
/** Response headers that pages on other origins may read. */
export const exposedHeaders = [serverTimeHeader, "retry-after"] as const;

/** Pages that were opened before languages were noted send none. */
const DialogueLanguage = z.enum(languageNames);

const empty = z.object({});
const nothing = z.undefined();

/**
 * What all callers together may ask of a route that is there before anybody has signed in. Each network meets a limit of its
 * own long before (`callLimits`), so this bounds what a stranger can cost and keeps nobody else out.
 */
const doorThrottle = { rate: 1000, burst: 2000 };

/**
 * Every route of the API, keyed by the name of its handler file. The cloud and the local cloud are both made from
 * this table. `access: "user"` asks for an access token; `throttle` is requests per second and the burst allowed.
 */
export const routes = {
  "check-user-provider": {
    method: "POST",
    path: "/check-user-provider",
    access: "public",
    throttle: doorThrottle,
    params: empty,
    body: z.strictObject({ email_to_check: Email }),
    response: z.object({
      user_exists: z.boolean(),
      provider: z.nullable(z.enum(identityProviders)),
      /** Whether whoever made the account has shown that the e-mail is theirs. */
      confirmed: z.boolean(),
    }),
  },
  "confirm-email": {
    method: "POST",
    path: "/email-confirmations",
    access: "public",
    throttle: doorThrottle,
    params: empty,
    body: z.strictObject({
      email: Email,
      code: ConfirmationCode,
      password: Password,
      full_name: z.optional(FullName),
    }),
    response: z.object({ confirmed: z.literal(true) }),
  },
  "get-account": {
    method: "GET",
    path: "/account",
    access: "user",
    servesClosed: true,
    params: empty,
    body: nothing,
    response: Account,
  },
  "export-account": {
    method: "GET",
    path: "/account/export",
    access: "user",
    params: empty,
    body: nothing,
    response: ExportLink,
  },
  "end-sessions": {
    method: "DELETE",
    path: "/sessions",
    access: "user",
    params: empty,
    body: nothing,
    response: z.object({ ended: z.literal(true) }),
  },
  "delete-user": {
    method: "DELETE",
    path: "/account",
    access: "user",
    servesClosed: true,
    params: empty,
    body: nothing,
    response: z.object({ deleted: z.literal(true) }),
  },
  "update-profile": {
    method: "PATCH",
    path: "/profile",
    access: "user",
    params: empty,
    body: z
      .strictObject({
        full_name: z.optional(FullName),
        language_preference: z.optional(z.enum(languageNames)),
      })
      .check(z.refine((change) => Object.keys(change).length > 0, "Nothing to change")),
    response: Profile,
  },
  "choose-free-plan": {
    method: "POST",
    path: "/subscription/free",
    access: "user",
    params: empty,
    body: nothing,
    response: Subscription,
  },
  "cancel-plan": {
    method: "POST",
    path: "/subscription/cancel",
    access: "user",
    params: empty,
    body: nothing,
    response: Subscription,
  },
  "resume-plan": {
    method: "POST",
    path: "/subscription/resume",
    access: "user",
    params: empty,
    body: nothing,
    response: Subscription,
  },
  "refresh-subscription": {
    method: "POST",
    path: "/subscription/refresh",
    access: "user",
    params: empty,
    body: nothing,
    response: z.nullable(Subscription),
  },
  "create-checkout-session": {
    method: "POST",
    path: "/checkout-sessions",
    access: "user",
    params: empty,
    // Clients that follow the specification say who they are; the token does, and this is not read.
    body: z.strictObject({
      planType: PaidPlan,
      billing: Billing,
      returnUrl: ReturnUrl,
      userId: z.optional(z.unknown()),
    }),
    response: CheckoutAnswer,
  },
  "customer-portal": {
    method: "POST",
    path: "/customer-portal",
    access: "user",
    params: empty,
    body: z.strictObject({ returnUrl: ReturnUrl }),
    response: z.object({ url: z.url() }),
  },
  "stripe-webhook": {
    method: "POST",
    path: "/webhooks/stripe",
    access: "signature",
    params: empty,
    body: z.unknown(),
    response: z.object({ received: z.literal(true) }),
  },
  "grant-content": {
    method: "POST",
    path: "/content-grants",
    access: "user",
    params: empty,
    // Of a dialogue that is open while the learner's language has changed; without one theirs.
    body: z.optional(z.strictObject({ language: DialogueLanguage })),
    response: z.object({ grants: z.array(ContentGrant) }),
  },
  "save-progress": {
    method: "PUT",
    path: "/progress/{scenarioId}/{segmentId}",
    access: "user",
    params: z.object({ scenarioId: ScenarioId, segmentId: SegmentId }),
    body: z.strictObject({
      attempts: UserProgress.shape.attempts,
      completed: z.boolean(),
      last_attempt_at: Instant,
      language: z.optional(DialogueLanguage),
      segment_count: UserProgress.shape.segment_count,
    }),
    response: UserProgress,
  },
  "list-progress": {
    method: "GET",
    path: "/progress",
    access: "user",
    params: empty,
    body: nothing,
    response: z.array(UserProgress),
  },
  "list-completed-scenarios": {
    method: "GET",
    path: "/completed-scenarios",
    access: "user",
    params: empty,
    body: nothing,
    response: z.array(CompletedScenario),
  },
  "complete-scenario": {
    method: "PUT",
    path: "/completed-scenarios/{scenarioId}",
    access: "user",
    params: z.object({ scenarioId: ScenarioId }),
    body: z.optional(z.strictObject({ language: DialogueLanguage })),
    response: CompletedScenario,
  },
  ...examRoutes,
  "send-support-email": {
    method: "POST",
    path: "/support-messages",
    access: "user",
    params: empty,
    body: SupportMessage,
    response: z.object({ sent: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

/** Path of a route's handler below lambdas/, without its extension. */
export function handlerPath(name: RouteName): string {
  return `${routes[name].access === "signature" ? "webhooks" : "api"}/${name}`;
}
export type Params<Name extends RouteName> = z.output<(typeof routes)[Name]["params"]>;
export type Body<Name extends RouteName> = z.output<(typeof routes)[Name]["body"]>;
export type Reply<Name extends RouteName> = z.output<(typeof routes)[Name]["response"]>;

/** The body of every refusal. */
export const RefusalBody = z.object({ code: z.string(), message: z.string() });
