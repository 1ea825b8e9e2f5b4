import type { planRoutes } from "../domain/plans/plan-routes.ts";
import {
  type HandlerPermissions,
  learnerCallCountPermissions,
  subscriptionSyncPermissions,
} from "./handler-permissions.ts";

export const planPermissions: Record<keyof typeof planRoutes, HandlerPermissions> = {
  "choose-free-plan": {
    area: "Plans and payments",
    impact: "New learners cannot choose the free plan, and stay on the page of plans.",
    tables: { subscriptions: ["GetItem", "PutItem", "DeleteItem"] },
    eventBus: true,
  },
  "cancel-plan": {
    area: "Plans and payments",
    impact: "Learners cannot cancel their plan, and are charged for further renewals.",
    ...subscriptionSyncPermissions,
  },
  "resume-plan": {
    area: "Plans and payments",
    impact: "Learners who cancelled their plan cannot resume it.",
    ...subscriptionSyncPermissions,
  },
  "refresh-subscription": {
    area: "Plans and payments",
    impact: "Learners who return from paying do not see their plan until the payment provider reports it.",
    ...subscriptionSyncPermissions,
  },
  "create-checkout-session": {
    area: "Plans and payments",
    impact: "Learners can neither buy a plan nor change to another one.",
    counts: ["CheckoutsBegun"],
    ...subscriptionSyncPermissions,
    tables: {
      subscriptions: ["GetItem", "PutItem", "DeleteItem"],
      ...learnerCallCountPermissions,
      profiles: ["GetItem"],
    },
    userPool: ["AdminGetUser"],
    appOrigins: true,
  },
  "customer-portal": {
    area: "Plans and payments",
    impact: "Learners can neither change their card nor see their invoices.",
    tables: { ...learnerCallCountPermissions, subscriptions: ["GetItem"] },
    payments: true,
    appOrigins: true,
  },
  "stripe-webhook": {
    area: "Plans and payments",
    impact:
      "Learners whose plan was paid, renewed or ended do not see it until the payment provider repeats its report.",
    counts: ["EventsVerified", "EventsNotVerified", "CheckoutsPaid", "PaymentsOfUnknown"],
    ...subscriptionSyncPermissions,
  },
};
