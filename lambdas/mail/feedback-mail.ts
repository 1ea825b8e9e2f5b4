import { paths } from "../../domain/http/pages.ts";
import type { Mail } from "./mail.ts";
import { renderNotice } from "./messages.ts";

export type FeedbackFacts = {
  titles: readonly string[];
  shareId: string;
  appOrigin: string;
};

/**
 * The email contains nothing that a guest wrote, not even a name, because a guest could be a stranger who has the link.
 */
export function renderFeedbackMail({ titles, shareId, appOrigin }: FeedbackFacts): Omit<Mail, "to"> {
  const names = titles.map((title) => `"${title}"`).join(" and ");
  const subject = `Feedback on ${names} has arrived`;
  return {
    subject,
    ...renderNotice({
      lead: `Someone gave feedback on what you shared: ${names}.`,
      link: { text: "Open the feedback", address: `${appOrigin}${paths.feedback(shareId)}` },
      endings: [
        `Other links may have new feedback too. See all links in your profile: ${appOrigin}${paths.profileAccount}`,
        'To stop these emails, turn off "Email me when feedback arrives, at most once a day" in your profile.',
      ],
    }),
  };
}
