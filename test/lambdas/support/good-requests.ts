import type { RouteName } from "../../../domain/api.ts";

export type GoodRequest = { params?: Readonly<Record<string, string>>; body?: Readonly<Record<string, unknown>> };

/** A page of an app on this origin to come back to. */
const returnUrl = "http://localhost:5173/pricing";

/**
 * What each route takes of people, from which what it refuses is made. Signed events come from elsewhere and are tested
 * apart.
 */
export const goodRequests: Readonly<Record<Exclude<RouteName, "no-such-route" | "stripe-webhook">, GoodRequest>> = {
  "check-user-provider": { body: { email_to_check: "nobody@example.com" } },
  "confirm-email": {
    body: { email: "nobody@example.com", code: "123456", password: "correct horse", full_name: "Asha Rai" },
  },
  "get-account": {},
  "update-profile": { body: { full_name: "Changed", language_preference: "nepali" } },
  "choose-free-plan": {},
  "cancel-plan": {},
  "resume-plan": {},
  "refresh-subscription": {},
  "create-checkout-session": { body: { planType: "pro", billing: "monthly", returnUrl } },
  "customer-portal": { body: { returnUrl } },
  "grant-content": {},
  "save-progress": {
    params: { scenarioId: "emp-1", segmentId: "segment-1" },
    body: {
      ...{ attempts: 7, completed: true, last_attempt_at: "2026-11-21T12:00:00.000Z" },
      ...{ language: "mandarin", segment_count: 10 },
    },
  },
  "list-progress": {},
  "list-completed-scenarios": {},
  "complete-scenario": { params: { scenarioId: "emp-1" }, body: { language: "mandarin" } },
  "export-account": {},
  "end-sessions": {},
  "delete-user": {},
  "send-support-email": { body: { title: "No sound", feedback: "I hear nothing in the second segment." } },
};
