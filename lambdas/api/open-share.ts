import { scenarioFolder } from "../../domain/content/scenario.ts";
import { guestRoutes, type OpenedShare } from "../../domain/sharing/guest-routes.ts";
import { sharedAddressSeconds } from "../../domain/sharing/share-limits.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { contentSigner, examAttempts, examMarkings, inboxes, shareComments, sharedAudio } from "../services.ts";
import { type Identity, identifyGuest } from "../sharing/guest-identity.ts";
import { linkProviders } from "../sharing/link-providers.ts";
import { findLink, type OpenedLink, refuseClosedLink } from "../sharing/open-link.ts";
import { readSharedExam } from "../sharing/shared-exam.ts";
import { signOwnVoice, signRecordings } from "../sharing/sign-addresses.ts";

const providers = {
  ...linkProviders,
  contentSigner,
  examAttempts: pickMethods(examAttempts, "get"),
  examMarkings: pickMethods(examMarkings, "get"),
  inboxes: pickMethods(inboxes, "getShare", "noteState", "savedComments"),
  shareComments: pickMethods(shareComments, "list"),
  sharedAudio: pickMethods(sharedAudio, "signAddress"),
};
type Services = ProvidedServices<typeof providers>;

async function readOwnComments({ key, share }: OpenedLink, guestId: string, services: Services) {
  if (!Object.values(share.comments).includes(guestId)) return [];
  const comments = await services.shareComments.list(key);
  const own = comments.filter((comment) => comment.guest_id === guestId);
  return Promise.all(own.map((comment) => signOwnVoice(key.shareId, comment, services.sharedAudio)));
}

async function readGuest(
  opened: OpenedLink,
  identity: Identity,
  services: Services,
): Promise<Pick<OpenedShare, "exam" | "guest">> {
  const { guestId, known } = identity;
  const { exam, marking, learnerMarking } = await readSharedExam(opened, identity, services);
  if (!known) return { exam, guest: null };
  const comments = await readOwnComments(opened, guestId, services);
  return { exam, guest: { name: known.name, comments, marking, learner_marking: learnerMarking } };
}

/**
 * Of the comments, returns only the guest's own. The signed URLs expire after `sharedAddressSeconds`.
 * @throws Refusal "link_unknown", "link_ended", "link_expired", "link_blocked", "guest_unknown", "too_many_requests"
 */
export async function openShare(
  { body, request }: Pick<RouteCall<"open-share">, "body" | "request">,
  services: Services,
): Promise<OpenedShare> {
  const opened = await findLink(body.token, request.sourceAddress, services);
  refuseClosedLink(opened, services.clock.now());
  const { key, share, teacherId } = opened;
  const identity = identifyGuest(opened, body.guest);
  const [recordings, content, written, saved] = await Promise.all([
    signRecordings(share, services.sharedAudio),
    Promise.all(
      share.dialogues.map(({ language, scenario_id }) =>
        services.contentSigner.grant(scenarioFolder(language, scenario_id), sharedAddressSeconds),
      ),
    ),
    readGuest(opened, identity, services),
    teacherId === null ? null : services.inboxes.savedComments(teacherId),
    teacherId === null ? null : services.inboxes.noteState(teacherId, key.shareId, "heard"),
  ]);
  const { asker, question, created_at, link_expires_at, subject, dialogues } = share;
  return {
    ...{ asker, question, created_at, expires_at: link_expires_at, subject, dialogues },
    ...{ recordings, content, ...written, saved_comments: saved },
  };
}

export const handler = onHttp(guestRoutes, "open-share", openShare, providers);
