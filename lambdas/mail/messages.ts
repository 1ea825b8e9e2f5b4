import { type CodePurpose, codeLink } from "../../domain/accounts/code-link.ts";
import { displayName, type Profile } from "../../domain/accounts/profile.ts";
import { type SupportMessage, toOneLine } from "../../domain/support/support-message.ts";
import type { Mail } from "./mail.ts";

/** The ampersand is replaced first, because the other replacements contain an ampersand. */
const escapes = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
] as const;

function escapeHtml(text: string): string {
  return escapes.reduce((escaped, [character, reference]) => escaped.replaceAll(character, reference), text);
}

export type MessageFacts = {
  /** The code, or the placeholder that Cognito replaces. */
  code: string;
  email: string;
  appOrigin: string;
};

export type CodeMessage = { emailSubject: string; emailMessage: string };

const codeMessageTexts: Readonly<
  Record<CodePurpose, { subject: string; lead: string; link: string; endings: string[] }>
> = {
  signup: {
    subject: "Your Parlance verification code",
    lead: "Enter this code to confirm your email address:",
    link: "Open Parlance with the code filled in",
    endings: [
      "The code works for 24 hours. Only the newest code works.",
      "If you did not sign up for Parlance, you can ignore this email.",
    ],
  },
  reset: {
    subject: "Your Parlance password reset code",
    lead: "Enter this code to choose a new password:",
    link: "Choose a new password without typing the code",
    endings: [
      "The code works for one hour. Only the newest code works.",
      "If you did not ask for this, you can ignore this email.",
    ],
  },
};

const fontFamily = "Georgia,'Times New Roman',serif";
const paragraph = (text: string, style = `margin:0 0 16px;font:16px/1.6 ${fontFamily};color:#1f1d1a`) =>
  `<p style="${style}">${text}</p>`;

/**
 * Cognito sends only HTML, so the text must also be readable without tags. The email contains no name, because a
 * stranger may have entered the recipient's address and any name.
 */
export function renderCodeMessage(purpose: CodePurpose, { code, email, appOrigin }: MessageFacts): CodeMessage {
  const { subject, lead, link, endings } = codeMessageTexts[purpose];
  const address = escapeHtml(codeLink(purpose, appOrigin, { email, code }));
  return {
    emailSubject: subject,
    emailMessage: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width"></head>',
      '<body style="margin:0;background:#fbf8f2">',
      '<div style="max-width:480px;margin:0 auto;padding:32px 24px;background:#fbf8f2">',
      paragraph("Parlance", `margin:0 0 24px;font:600 20px/1.2 ${fontFamily};color:#14504b`),
      paragraph("Hello,"),
      paragraph(lead),
      paragraph(code, "margin:0 0 24px;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:6px;color:#1f1d1a"),
      paragraph(`<a href="${address}" style="color:#14504b">${link}</a>`),
      ...endings.map((ending) => paragraph(ending, `margin:0 0 8px;font:14px/1.6 ${fontFamily};color:#5d574e`)),
      "</div></body></html>",
    ].join("\n"),
  };
}

export type Notice = { lead: string; link: { text: string; address: string }; endings: readonly string[] };

export function renderNotice({ lead, link, endings }: Notice): Pick<Mail, "text" | "html"> {
  const button = `<a href="${escapeHtml(link.address)}" style="color:#14504b">${escapeHtml(link.text)}</a>`;
  return {
    text: ["Hello,", "", lead, "", `${link.text}: ${link.address}`, "", ...endings].join("\n"),
    html: [
      '<div style="max-width:480px;margin:0 auto;padding:32px 24px;background:#fbf8f2">',
      paragraph("Parlance", `margin:0 0 24px;font:600 20px/1.2 ${fontFamily};color:#14504b`),
      paragraph("Hello,"),
      paragraph(escapeHtml(lead)),
      paragraph(button),
      ...endings.map((ending) =>
        paragraph(escapeHtml(ending), `margin:0 0 8px;font:14px/1.6 ${fontFamily};color:#5d574e`),
      ),
      "</div>",
    ].join("\n"),
  };
}

export function renderParagraphs(paragraphs: readonly string[]): Pick<Mail, "text" | "html"> {
  const style = `margin:0 0 16px;font:16px/1.6 ${fontFamily};color:#1f1d1a;white-space:pre-wrap`;
  return {
    text: paragraphs.join("\n\n"),
    html: paragraphs.map((text) => paragraph(escapeHtml(text), style)).join("\n"),
  };
}

export function renderSupportMail(
  { title, feedback }: SupportMessage,
  from: Pick<Profile, "id" | "full_name" | "email">,
): Omit<Mail, "to"> {
  const name = toOneLine(displayName({ profileName: from.full_name, email: from.email }));
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
