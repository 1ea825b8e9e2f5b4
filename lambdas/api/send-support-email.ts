import { Refusal } from "../../domain/refusal.ts";
import { supportMessagesPerHour } from "../../domain/support-message.ts";
import { type Call, onHttp } from "../http.ts";
import { limitPerHour } from "../limit-rate.ts";
import type { Mailer } from "../mail.ts";
import { closedAccounts, mailer, profiles, rateLimits, supportEmail } from "../services.ts";
import type { Profiles } from "../store/profiles.ts";
import type { RateLimits } from "../store/rate-limits.ts";
import { supportMail } from "../support-mail.ts";

/**
 * Mails the caller's message to the operator. Who wrote it is taken from the stored profile. A message that could not be
 * sent counts towards the limit all the same: it is the calls that are bounded.
 */
export async function sendSupportEmail(
  { caller, body }: Pick<Call<"send-support-email">, "caller" | "body">,
  services: { profiles: Pick<Profiles, "get">; rateLimits: RateLimits; mailer: Mailer; supportEmail: string },
) {
  const profile = await services.profiles.get(caller.userId);
  if (!profile) throw new Refusal("profile_not_found", "There is no profile to write from yet");
  await limitPerHour(services.rateLimits, `support-message:${caller.userId}`, supportMessagesPerHour);
  await services.mailer.send({ to: services.supportEmail, ...supportMail(body, profile) });
  return { sent: true as const };
}

export const handler = onHttp("send-support-email", sendSupportEmail, {
  closedAccounts,
  mailer,
  profiles,
  rateLimits,
  supportEmail,
});
