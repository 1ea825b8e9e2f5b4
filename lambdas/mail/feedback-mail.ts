import { paths } from "../../domain/http/pages.ts";
import type { Mail } from "./mail.ts";
import { renderNotice } from "./messages.ts";

export type FeedbackFacts = {
  /** Title of the shared dialogue, or of the first dialogue of an exam. */
  title: string;
  shareId: string;
  appOrigin: string;
};

/**
 * The email contains nothing that a guest wrote, not even a name, because a guest could be a stranger who has the link.
 */
export function renderFeedbackMail({ title, shareId, appOrigin }: FeedbackFacts): Omit<Mail, "to"> {
  const subject = `Feedback on "${title}" is waiting`;
  return {
    subject,
    ...renderNotice({
      lead: `There is new feedback on the recordings that you shared: "${title}".`,
      link: { text: "Open the feedback", address: `${appOrigin}${paths.feedback(shareId)}` },
      endings: [
        "You get at most one such email a day.",
        `To get no more of them, open your profile and turn off "Email me when feedback arrives": ${appOrigin}${paths.profileAccount}`,
      ],
    }),
  };
}
