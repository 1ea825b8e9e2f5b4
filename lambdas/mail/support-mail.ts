import { displayName, type Profile } from "../../domain/accounts/profile.ts";
import { oneLine, type SupportMessage } from "../../domain/support/support-message.ts";
import { escapeHtml } from "./escape-html.ts";
import type { Mail } from "./mail.ts";

/** A support message as it goes to the operator. Whoever answers it writes to the learner. */
export function supportMail(
  { title, feedback }: SupportMessage,
  from: Pick<Profile, "id" | "full_name" | "email">,
): Omit<Mail, "to"> {
  const name = oneLine(displayName({ profileName: from.full_name, email: from.email }));
  const facts = [`From: ${name} <${from.email}>`, `User id: ${from.id}`];
  const text = [feedback, "", "-- ", ...facts].join("\n");
  const html = [
    '<div style="max-width:640px;font:16px/1.6 Georgia,serif;color:#1f1d1a">',
    `<h1 style="font-size:20px">${escapeHtml(title)}</h1>`,
    `<p style="white-space:pre-wrap">${escapeHtml(feedback)}</p>`,
    `<p style="font-size:14px;color:#5d574e">${facts.map(escapeHtml).join("<br>")}</p></div>`,
  ].join("\n");
  return { subject: `[Parlance support] ${title}`, text, html, replyTo: { name, email: from.email } };
}
