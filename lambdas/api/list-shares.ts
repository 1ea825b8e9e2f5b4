import { shareRoutes } from "../../domain/sharing/share-routes.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { feedbackNotices, shares, shareTeachers } from "../services.ts";
import { toShare } from "../sharing/to-share.ts";

const providers = {
  feedbackNotices: pickMethods(feedbackNotices, "get"),
  shares: pickMethods(shares, "list"),
  shareTeachers: pickMethods(shareTeachers, "list"),
};
type Services = ProvidedServices<typeof providers>;

/** The limits of new shares (`callLimits`) make it very unlikely that a live share is left out. */
const maxListed = 300;

export async function listShares({ caller }: Pick<RouteCall<"list-shares">, "caller">, services: Services) {
  const [stored, teachers, notice] = await Promise.all([
    services.shares.list(caller.userId),
    services.shareTeachers.list(caller.userId),
    services.feedbackNotices.get(caller.userId),
  ]);
  return {
    shares: stored.slice(0, maxListed).map(toShare),
    teachers: teachers.map(({ teacher_id, name }) => ({ teacher_id, name })),
    wants_email: notice?.email_off !== true,
  };
}

export const handler = onLearnerHttp(shareRoutes, "list-shares", listShares, providers);
