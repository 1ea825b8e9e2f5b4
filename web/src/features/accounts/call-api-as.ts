import type { RouteName, RouteResponse } from "../../../../domain/api.ts";
import { ApiError, type CallInput, callApi } from "../../api.ts";
import { loadAuth } from "./session.ts";

/**
 * Calls a route of the API for one learner. All tabs share the tokens, so this function throws if that learner is no
 * longer signed in.
 * @throws ApiError, or another error if the tokens cannot be read or renewed
 */
export async function callApiAs<Name extends RouteName>(
  userId: string,
  name: Name,
  input: CallInput<Name>,
): Promise<RouteResponse<Name>> {
  const learner = await (await loadAuth()).currentLearner();
  if (learner?.userId !== userId) throw new ApiError("unauthorized", "The learner has logged out.");
  return callApi(name, input);
}
