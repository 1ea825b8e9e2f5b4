import { Refusal } from "../../domain/http/refusal.ts";
import { linkUnknownRefusal } from "./share-refusals.ts";

/**
 * Makes a call refuse with "link_unknown" if an account behind the link is deleted or being deleted. Without this, the
 * caller would get a refusal about an account that may not be the caller's own.
 */
export function hideClosedAccount<Call, Services, Answer>(
  handle: (call: Call, services: Services) => Promise<Answer>,
): (call: Call, services: Services) => Promise<Answer> {
  return async (call, services) => {
    try {
      return await handle(call, services);
    } catch (error) {
      const isClosed = error instanceof Refusal && (error.code === "account_closing" || error.code === "user_gone");
      throw isClosed ? linkUnknownRefusal() : error;
    }
  };
}
