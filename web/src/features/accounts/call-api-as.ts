import type { RouteName, RouteResponse } from "../../../../domain/api.ts";
import { ApiError, type CallInput, callApi } from "../../api.ts";
import { loadAuth } from "./session.ts";

/**
 * Calls a route of the API as one learner only. Tabs share the tokens, so another learner may have signed in since.
 * @throws ApiError
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
