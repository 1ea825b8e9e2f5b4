import { Refusal } from "../../domain/refusal.ts";
import type { SessionCheck } from "../accounts/session-check.ts";

/**
 * Refuses a caller whose session has ended, however long the access token is still good for.
 * @throws Refusal "unauthorized"
 */
export async function refuseEndedSession(
  sessions: SessionCheck,
  { header }: { header: (name: string) => string },
): Promise<void> {
  const token = header("authorization").replace(/^Bearer\s+/i, "");
  if (token === "" || !(await sessions.holds(token))) {
    throw new Refusal("unauthorized", "Your session has ended. Please log in again.");
  }
}
