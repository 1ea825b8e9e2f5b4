export type MessageFacts = {
  /** The code, or the placeholder that Cognito replaces by it. */
  code: string;
  name: string | undefined;
  appOrigin: string;
};

export type CodeMessage = { emailSubject: string; emailMessage: string };

const words = {
  signup: {
    subject: "Your Parlance verification code",
    lead: "Enter this code to confirm your e-mail address and start practising.",
    path: "/otp-verification",
    link: "Open the verification page",
    ending: "If you did not sign up for Parlance, you can ignore this e-mail.",
  },
  reset: {
    subject: "Your Parlance password reset code",
    lead: "Enter this code to choose a new password.",
    path: "/new-password",
    link: "Open the password page",
    ending: "If you did not ask for this, ignore this e-mail: your password stays as it is.",
  },
} as const;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");

/** An e-mail with a code, as HTML that reads well without images and carries no scripts. */
export function codeMessage(purpose: keyof typeof words, { code, name, appOrigin }: MessageFacts): CodeMessage {
  const { subject, lead, path, link, ending } = words[purpose];
  const greeting = name?.trim() ? `Hello ${escapeHtml(name.trim())},` : "Hello,";
  const text = 'style="margin:0 0 16px;font:16px/1.6 Georgia,serif;color:#1f1d1a"';
  return {
    emailSubject: subject,
    emailMessage: [
      '<div style="max-width:480px;margin:0 auto;padding:32px 24px;background:#fbf8f2">',
      '<p style="margin:0 0 24px;font:600 20px/1.2 Georgia,serif;color:#14504b">Parlance</p>',
      `<p ${text}>${greeting}</p><p ${text}>${lead}</p>`,
      `<p style="margin:0 0 24px;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:6px;color:#1f1d1a">${code}</p>`,
      `<p ${text}><a href="${escapeHtml(appOrigin)}${path}" style="color:#14504b">${link}</a></p>`,
      `<p style="margin:0;font:14px/1.6 Georgia,serif;color:#5d574e">${ending}</p></div>`,
    ].join("\n"),
  };
}
