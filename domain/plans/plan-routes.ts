import * as z from "zod/mini";
import { noBody, noParams, type Route } from "../http/route.ts";
import { CheckoutAnswer, ReturnUrl } from "./checkout.ts";
import { Billing, PaidPlan } from "./price.ts";
import { Subscription } from "./subscription.ts";

export const planRoutes = {
  "choose-free-plan": {
    method: "POST",
    path: "/subscription/free",
    access: "user",
    params: noParams,
    body: noBody,
    response: Subscription,
  },
  "cancel-plan": {
    method: "POST",
    path: "/subscription/cancel",
    access: "user",
    params: noParams,
    body: noBody,
    response: Subscription,
  },
  "resume-plan": {
    method: "POST",
    path: "/subscription/resume",
    access: "user",
    params: noParams,
    body: noBody,
    response: Subscription,
  },
  "refresh-subscription": {
    method: "POST",
    path: "/subscription/refresh",
    access: "user",
    params: noParams,
    body: noBody,
    response: z.nullable(Subscription),
  },
  "create-checkout-session": {
    method: "POST",
    path: "/checkout-sessions",
    access: "user",
    params: noParams,
    // Clients that follow the specification send `userId`, but not `isChange`. The API ignores `userId`, because the
    // access token identifies the learner.
    body: z.strictObject({
      planType: PaidPlan,
      billing: Billing,
      returnUrl: ReturnUrl,
      /** False if the learner knew of no renewing plan, and so was not asked to change one. */
      isChange: z.optional(z.boolean()),
      userId: z.optional(z.unknown()),
    }),
    response: CheckoutAnswer,
  },
  "customer-portal": {
    method: "POST",
    path: "/customer-portal",
    access: "user",
    params: noParams,
    body: z.strictObject({ returnUrl: ReturnUrl }),
    response: z.object({ url: z.url() }),
  },
  "stripe-webhook": {
    method: "POST",
    path: "/webhooks/stripe",
    access: "signature",
    params: noParams,
    body: z.unknown(),
    response: z.object({ received: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;
