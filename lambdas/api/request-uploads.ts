import { maxFormsPerRequest } from "../../domain/sharing/share-limits.ts";
import { shareRoutes } from "../../domain/sharing/share-routes.ts";
import { recordingKey } from "../files/shared-audio.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, clock, sharedAudio, shares } from "../services.ts";
import { shareEndedRefusal, shareNotFoundRefusal } from "../sharing/share-refusals.ts";
import { isLive } from "../sharing/to-share.ts";
import { placeKey } from "../store/share-rows.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  sharedAudio: pickMethods(sharedAudio, "signForm"),
  shares: pickMethods(shares, "get"),
};
type Services = ProvidedServices<typeof providers>;

export async function requestUploads(
  { caller, params }: Pick<RouteCall<"request-uploads">, "caller" | "params">,
  services: Services,
) {
  await limitCalls(services.callCounts, "share-upload", caller.userId);
  const share = await services.shares.get({ userId: caller.userId, shareId: params.shareId });
  if (!share) throw shareNotFoundRefusal();
  if (!isLive(share, services.clock.now())) throw shareEndedRefusal();
  const awaited = share.recordings.filter((recording) => share.received[placeKey(recording)] !== "received");
  const uploads = awaited.slice(0, maxFormsPerRequest).map(async ({ dialogue, segment, bytes }) => ({
    ...{ dialogue, segment },
    form: await services.sharedAudio.signForm(recordingKey(params.shareId, { dialogue, segment }), bytes),
  }));
  return { uploads: await Promise.all(uploads) };
}

export const handler = onLearnerHttp(shareRoutes, "request-uploads", requestUploads, providers);
