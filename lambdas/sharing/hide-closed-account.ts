import { Refusal } from "../../domain/http/refusal.ts";
import { linkUnknownRefusal } from "./share-refusals.ts";

/** Replaces a refusal about a closed account by "link_unknown", because the account may not be the caller's own. */
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
