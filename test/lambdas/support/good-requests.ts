import type { RouteName } from "../../../domain/api.ts";

export type GoodRequest = { params?: Readonly<Record<string, string>>; body?: Readonly<Record<string, unknown>> };

/** What each route takes, from which what it refuses is made. */
export const goodRequests: Readonly<Record<Exclude<RouteName, "no-such-route">, GoodRequest>> = {
  "check-user-provider": { body: { email_to_check: "nobody@example.com" } },
  "get-account": {},
  "update-profile": { body: { full_name: "Changed", language_preference: "nepali" } },
  "choose-free-plan": {},
  "grant-content": {},
  "save-progress": {
    params: { scenarioId: "emp-1", segmentId: "segment-1" },
    body: { attempts: 7, completed: true, last_attempt_at: "2026-11-21T12:00:00.000Z" },
  },
  "list-completed-scenarios": {},
  "complete-scenario": { params: { scenarioId: "emp-1" } },
};
