import { Refusal } from "../../domain/http/refusal.ts";
import type { SharedRecording } from "../../domain/sharing/share.ts";
import { maxFormsPerRequest } from "../../domain/sharing/share-limits.ts";
import { shareRoutes } from "../../domain/sharing/share-routes.ts";
import { recordingKey } from "../files/shared-audio.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, clock, sharedAudio, shares } from "../services.ts";
import { shareEndedRefusal, shareNotFoundRefusal } from "../sharing/share-refusals.ts";
import { isLive } from "../sharing/to-share.ts";
import { placeKey, type StoredShare } from "../store/share-rows.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  sharedAudio: pickMethods(sharedAudio, "signForm"),
  shares: pickMethods(shares, "get"),
};
type Services = ProvidedServices<typeof providers>;

/** @throws Refusal "bad_request" if the share has no recording at one of the places */
function findRecordings(
  { recordings }: StoredShare,
  places: readonly { dialogue: number; segment: number }[],
): SharedRecording[] {
  const byPlace = new Map(recordings.map((recording) => [placeKey(recording), recording]));
  return places.map((place) => {
    const recording = byPlace.get(placeKey(place));
    if (!recording) throw new Refusal("bad_request", "This link has no such recording.");
    return recording;
  });
}

export async function requestUploads(
  { caller, params, body }: Pick<RouteCall<"request-uploads">, "caller" | "params" | "body">,
  services: Services,
) {
  await limitCalls(services.callCounts, "share-upload", caller.userId);
  const share = await services.shares.get({ userId: caller.userId, shareId: params.shareId });
  if (!share) throw shareNotFoundRefusal();
  if (!isLive(share, services.clock.now())) throw shareEndedRefusal();
  const requested = body ? findRecordings(share, body.places) : share.recordings;
  const hasArrived = (recording: SharedRecording) => share.received[placeKey(recording)] === "received";
  const awaited = requested.filter((recording) => !hasArrived(recording));
  const uploads = awaited.slice(0, maxFormsPerRequest).map(async ({ dialogue, segment, bytes }) => ({
    ...{ dialogue, segment },
    form: await services.sharedAudio.signForm(recordingKey(params.shareId, { dialogue, segment }), bytes),
  }));
  const received = requested.filter(hasArrived).map(({ dialogue, segment }) => ({ dialogue, segment }));
  return { uploads: await Promise.all(uploads), received };
}

export const handler = onLearnerHttp(shareRoutes, "request-uploads", requestUploads, providers);
