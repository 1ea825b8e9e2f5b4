import { Refusal } from "../../domain/http/refusal.ts";
import { supportRoutes } from "../../domain/support/support-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { renderSupportMail } from "../mail/messages.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, mailer, profiles, supportEmail } from "../services.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  mailer,
  profiles: pickMethods(profiles, "get"),
  supportEmail,
};
type Services = ProvidedServices<typeof providers>;

/** The limit counts calls, so a message that could not be sent counts too. */
export async function sendSupportEmail(
  { caller, body }: Pick<RouteCall<"send-support-email">, "caller" | "body">,
  services: Services,
) {
  const profile = await services.profiles.get(caller.userId);
  if (!profile) throw new Refusal("profile_not_found", "You have no profile yet. Please log in again.");
  await limitCalls(services.callCounts, "support-message", caller.userId);
  await services.mailer.send({ to: services.supportEmail, ...renderSupportMail(body, profile) });
  return { sent: true as const };
}

export const handler = onLearnerHttp(supportRoutes, "send-support-email", sendSupportEmail, providers);
