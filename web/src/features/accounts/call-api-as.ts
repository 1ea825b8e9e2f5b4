import type { RouteName, RouteResponse } from "../../../../domain/api.ts";
import { ApiError, type CallInput, callApi } from "../../api.ts";
import { loadAuth } from "./session.ts";

/**
 * Another tab may have removed or replaced the tokens, which all tabs share.
 * @throws ApiError, and errors of `loadAuth` and `currentLearner`
 */
export async function callApiAs<Name extends RouteName>(
  userId: string,
  name: Name,
  input: CallInput<Name>,
): Promise<RouteResponse<Name>> {
  const learner = await (await loadAuth()).currentLearner();
  if (learner?.userId !== userId) throw new ApiError("unauthorized", "This account is no longer logged in.");
  return callApi(name, input);
}
