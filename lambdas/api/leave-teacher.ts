import { shareRoutes } from "../../domain/sharing/share-routes.ts";
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

export async function leaveTeacher(
  { caller, params }: Pick<RouteCall<"leave-teacher">, "caller" | "params">,
  services: Services,
) {
  await limitCalls(services.callCounts, "share-change", caller.userId);
  await partTeacher({ learnerId: caller.userId, teacherId: params.teacherId }, services);
  return { left: true as const };
}

export const handler = onLearnerHttp(shareRoutes, "leave-teacher", leaveTeacher, providers);
