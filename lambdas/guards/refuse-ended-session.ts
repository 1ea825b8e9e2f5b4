import { Refusal } from "../../domain/refusal.ts";
import type { SessionCheck } from "../accounts/session-check.ts";

type WithHeaders = { header: (name: string) => string };

/**
 * Refuses a caller whose session has ended, however long the access token is still good for.
 * @throws Refusal "unauthorized"
 */
export async function refuseEndedSession(sessions: SessionCheck, { header }: WithHeaders): Promise<void> {
  const token = header("authorization").replace(/^Bearer\s+/i, "");
  if (token === "" || !(await sessions.holds(token))) {
    throw new Refusal("unauthorized", "Your session has ended. Please log in again.");
  }
}

/** The same handler for callers whose session has not ended: an access token outlives its session by up to an hour. */
export function inOpenSession<Asked, Services, Answer>(
  handle: (call: Asked, services: Services) => Promise<Answer>,
): (call: Asked & { request: WithHeaders }, services: Services & { sessionCheck: SessionCheck }) => Promise<Answer> {
  return async (call, services) => {
    await refuseEndedSession(services.sessionCheck, call.request);
    return handle(call, services);
  };
}
