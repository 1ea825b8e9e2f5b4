import type { Mail } from "./mail.ts";
import { renderParagraphs } from "./messages.ts";

export function renderReportMail(shareId: string, reason: string): Omit<Mail, "to"> {
  return {
    subject: `[Parlance report] Link ${shareId}`,
    ...renderParagraphs([
      "A guest reported the contents of a link:",
      reason,
      `To read what the link shows, and to take it down: npm run take-down -- --stage STAGE --share ${shareId}`,
    ]),
  };
}
