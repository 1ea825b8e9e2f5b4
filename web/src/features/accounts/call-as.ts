import type { Reply, RouteName } from "../../../../domain/api.ts";
import { ApiError, type CallInput, callApi } from "../../api.ts";
import { auth } from "./session.ts";

/**
 * Calls a route of the API as one learner and nobody else: tabs share the tokens, so that another may have signed in
 * elsewhere in this browser.
 * @throws ApiError
 */
export async function callApiAs<Name extends RouteName>(
  userId: string,
  name: Name,
  input: CallInput<Name>,
): Promise<Reply<Name>> {
  const learner = await (await auth()).currentLearner();
  if (learner?.userId !== userId) throw new ApiError("unauthorized", "The learner has logged out.");
  return callApi(name, input);
}
