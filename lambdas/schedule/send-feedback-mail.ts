import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { recordedDialogues } from "../../domain/sharing/recorded-dialogues.ts";
import { renderFeedbackMail } from "../mail/feedback-mail.ts";
import { onEvent } from "../on-event.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { describeError, log } from "../runtime/log.ts";
import { type DueReport, processDue } from "../runtime/process-due.ts";
import { appOrigins, clock, dueShares, feedbackNotices, mailer, profiles, shares } from "../services.ts";
import type { DueMail } from "../store/due-shares.ts";

const providers = {
  appOrigins,
  clock,
  dueShares: pickMethods(dueShares, "mailsDueOn"),
  feedbackNotices: pickMethods(feedbackNotices, "cancelMail", "finishMail", "restoreMail"),
  mailer,
  profiles: pickMethods(profiles, "get"),
  shares: pickMethods(shares, "get"),
};
type Services = ProvidedServices<typeof providers>;

const daysBack = 30;
/** An email that fails this long after it was due is given up, because SES may refuse its address each time. */
const giveUpMs = 3 * 86_400_000;

/** Records the email before sending it. Why: docs/decisions/0158-record-a-mail-before-it-is-sent.md */
async function sendMail(due: DueMail, now: Date, services: Services): Promise<void> {
  const { userId, shareId, dueAt } = due;
  const [share, profile] = await Promise.all([services.shares.get({ userId, shareId }), services.profiles.get(userId)]);
  if (!share || !profile) {
    await services.feedbackNotices.cancelMail(userId, dueAt);
    return;
  }
  if (!(await services.feedbackNotices.finishMail(userId, dueAt, now))) return;
  const [appOrigin = ""] = services.appOrigins;
  const titles = recordedDialogues(share).map(({ title }) => title);
  const mail = renderFeedbackMail({ titles, shareId, appOrigin });
  try {
    await services.mailer.send({ to: profile.email, ...mail });
  } catch (error) {
    if (now.getTime() - Date.parse(dueAt) < giveUpMs) await services.feedbackNotices.restoreMail(due, now);
    throw error;
  }
}

/** Fewer failures do not fail a run, because single addresses may cause them. */
const failuresOfRun = 3;

/** @throws Error if most of the processed emails failed, and at least `failuresOfRun` */
export async function sendFeedbackMail(
  _event: unknown,
  services: Services,
  context: Pick<Context, "getRemainingTimeInMillis">,
): Promise<DueReport> {
  const now = services.clock.now();
  const report = await processDue(now, {
    daysBack,
    rowsOn: (day) => services.dueShares.mailsDueOn(day, now),
    process: (due) => sendMail(due, now, services),
    onFailure: ({ userId }, cause) => log("error", "feedback mail not sent", { userId, ...describeError(cause) }),
    timeLeftMs: () => context.getRemainingTimeInMillis(),
  });
  if (report.failed >= failuresOfRun && report.failed > report.done) {
    throw new Error(`${report.failed} emails about feedback could not be sent`);
  }
  log("info", "feedback mails sent", report);
  return report;
}

export const handler = onEvent("send-feedback-mail", z.unknown(), sendFeedbackMail, providers);
