import * as z from "zod/mini";
import { languageNames } from "./language.ts";
import { Billing, PaidPlan } from "./price.ts";
import { FullName, Profile } from "./profile.ts";
import { ScenarioId, SegmentId, topicIds } from "./scenario.ts";
import { Instant, Subscription } from "./subscription.ts";
import { SupportMessage } from "./support-message.ts";

/** The largest request body that a handler accepts, in bytes. */
export const maxBodyBytes = 64 * 1024;
/** Response header with the server's time as ISO 8601 text; the web takes its "now" from it. */
export const serverTimeHeader = "x-server-time";

/** Lower-cased and trimmed: one address is one account, however it is typed. */
export const Email = z.pipe(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(320)), z.email());

export const Account = z.object({ profile: Profile, subscription: z.nullable(Subscription) });
export type Account = z.infer<typeof Account>;

export const UserProgress = z.object({
  user_id: z.string(),
  scenario_id: ScenarioId,
  segment_id: SegmentId,
  attempts: z.int().check(z.gte(1), z.lte(10_000)),
  completed: z.boolean(),
  last_attempt_at: Instant,
});
export type UserProgress = z.infer<typeof UserProgress>;

export const CompletedScenario = z.object({
  user_id: z.string(),
  scenario_id: ScenarioId,
  topic_id: z.enum(topicIds),
  completed_at: Instant,
});
export type CompletedScenario = z.infer<typeof CompletedScenario>;

/** Where a learner fetches the file with everything that is held on them; see account-export.ts. */
export const ExportLink = z.object({
  url: z.url(),
  /** The name under which browsers keep it. */
  fileName: z.string(),
  /** How long the address is honoured, counted from the response. */
  expiresInSeconds: z.int().check(z.gte(1), z.lte(300)),
});
export type ExportLink = z.infer<typeof ExportLink>;

/** Leave to read everything under one folder of the content for a while. */
export const ContentGrant = z.object({
  /** URL of the folder, ending with "/". */
  folderUrl: z.url(),
  /** Path of the folder within the content, e.g. "nepali/example/". */
  folder: z.string(),
  /** Query string to append to each URL under the folder, without "?". */
  query: z.string(),
  /** How long the query string is honoured, counted from the response. */
  expiresInSeconds: z.int().check(z.gte(1), z.lte(3600)),
});
export type ContentGrant = z.infer<typeof ContentGrant>;

/** A page of this app to come back to; the server only takes one on its own origins. */
export const ReturnUrl = z.url().check(z.maxLength(2000));

/**
 * What became of a choice of plan: `pay` at the payment provider's page, or `changed` at once because a recurring plan
 * was changed. `url` is where to go next.
 */
export const CheckoutAnswer = z.object({ outcome: z.enum(["pay", "changed"]), url: z.url() });

export const identityProviders = ["email", "google"] as const;

const empty = z.object({});
const nothing = z.undefined();

/**
 * Every route of the API, keyed by the name of its handler file. The cloud and the local cloud are both made from
 * this table. `access: "user"` asks for an access token; `throttle` is requests per second and the burst allowed.
 */
export const routes = {
  "check-user-provider": {
    method: "POST",
    path: "/check-user-provider",
    access: "public",
    throttle: { rate: 5, burst: 20 },
    params: empty,
    body: z.strictObject({ email_to_check: Email }),
    response: z.object({ user_exists: z.boolean(), provider: z.nullable(z.enum(identityProviders)) }),
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
    body: z.strictObject({ planType: PaidPlan, billing: Billing, returnUrl: ReturnUrl }),
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
    body: nothing,
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
    }),
    response: UserProgress,
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
    body: nothing,
    response: CompletedScenario,
  },
  "send-support-email": {
    method: "POST",
    path: "/support-messages",
    access: "user",
    params: empty,
    body: SupportMessage,
    response: z.object({ sent: z.literal(true) }),
  },
  "no-such-route": {
    method: "ANY",
    path: "$default",
    access: "public",
    params: empty,
    body: z.unknown(),
    response: nothing,
  },
} as const satisfies Record<string, Route>;

type Schema = z.ZodMiniType;

/** One route of the API; `path` holds parameters as {name}, and "$default" takes whatever no other route takes. */
export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "ANY";
  path: string;
  /** Who may call: everybody, a learner with an access token, or a sender whose signature the handler checks. */
  access: "public" | "user" | "signature";
  /**
   * Whether a caller whose account is being deleted, or was, is served too: such a route sees to it itself. Every other
   * one refuses them.
   */
  servesClosed?: true;
  throttle?: { rate: number; burst: number };
  params: Schema;
  body: Schema;
  response: Schema;
};

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
