import { inboxRoutes } from "../../domain/sharing/inbox-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, inboxes, shareLinks, shares, shareTeachers } from "../services.ts";
import { partTeacher } from "../sharing/part-teacher.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  inboxes: pickMethods(inboxes, "listShares", "removeShare", "removeLearner"),
  shareLinks: pickMethods(shareLinks, "remove"),
  shares: pickMethods(shares, "removeTeacher"),
  shareTeachers: pickMethods(shareTeachers, "remove"),
};
type Services = ProvidedServices<typeof providers>;

export async function removeLearner(
  { caller, params }: Pick<RouteCall<"remove-learner">, "caller" | "params">,
  services: Services,
) {
  await limitCalls(services.callCounts, "share-change", caller.userId);
  await partTeacher({ learnerId: params.learnerId, teacherId: caller.userId }, services);
  return { removed: true as const };
}

export const handler = onLearnerHttp(inboxRoutes, "remove-learner", removeLearner, providers);
