import { shareRoutes } from "../../domain/sharing/share-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, feedbackNotices } from "../services.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  feedbackNotices: pickMethods(feedbackNotices, "setWanted"),
};
type Services = ProvidedServices<typeof providers>;

export async function setFeedbackEmail(
  { caller, body }: Pick<RouteCall<"set-feedback-email">, "caller" | "body">,
  services: Services,
) {
  await limitCalls(services.callCounts, "share-change", caller.userId);
  await services.feedbackNotices.setWanted(caller.userId, body.wanted);
  return { wanted: body.wanted };
}

export const handler = onLearnerHttp(shareRoutes, "set-feedback-email", setFeedbackEmail, providers);
