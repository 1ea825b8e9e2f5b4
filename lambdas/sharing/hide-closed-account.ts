import { Refusal } from "../../domain/http/refusal.ts";
import { linkUnknownRefusal } from "./share-refusals.ts";

/**
 * Makes a guest's call refuse with "link_unknown" if the learner's account is deleted meanwhile. The refusals of the
 * stores are about the caller's own account, which a guest does not have.
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
