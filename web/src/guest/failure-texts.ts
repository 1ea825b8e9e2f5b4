import type { FailureCode } from "./shared-api.ts";

export function closedText(code: FailureCode): { title: string; text: string } {
  switch (code) {
    case "link_expired":
      return { title: "This link has expired", text: "Ask the person who sent it for a new link." };
    case "link_ended":
      return { title: "This link has ended", text: "Ask the person who sent it for a new link." };
    case "link_blocked":
      return { title: "This link is blocked", text: "Ask the person who sent it to unblock it." };
    case "link_unknown":
      return {
        title: "This link does not work",
        text: "Open it again from the message or inbox where you found it. If it still does not work, ask the person who sent it for a new one.",
      };
    case "guest_unknown":
      return { title: "The recordings could not be opened", text: "Open the link in another browser." };
    case "unreachable":
      return { title: "Parlance cannot be reached", text: "Check your connection, then try again." };
    case "too_many_requests":
      return { title: "Too many attempts", text: "Wait a few minutes, then try again." };
    default:
      return { title: "The recordings could not be opened", text: "Wait a minute, then try again." };
  }
}

const rewriteText = "Write it again, shorter or without special characters.";

type Feedback = "marks" | "voice comment" | "written comment";

const correctionTexts: Readonly<Record<Feedback, string>> = {
  marks: "Check your name: use no special characters.",
  "voice comment": "Record it again, or write it. Check your name too.",
  "written comment": `${rewriteText} Check your name too.`,
};

export function notSavedText(code: FailureCode, feedback: Feedback): string {
  switch (code) {
    case "unreachable":
      return "Parlance cannot be reached. Keep this page open.";
    case "too_many_requests":
      return "Too many attempts. Keep this page open.";
    case "link_unknown":
    case "link_ended":
    case "link_expired":
    case "link_blocked":
      return "This cannot be saved now.";
    case "too_many_comments":
      return `There is no room for this comment. ${feedback === "voice comment" ? "Try to write it, or send" : "Send"} it another way.`;
    case "too_many_guests":
      return "Too many people have given feedback. Send your feedback another way.";
    case "comment_not_found":
      return "This comment was deleted. Write or record a new one.";
    case "guest_unknown":
      return "This browser cannot save feedback with this link. Open the link in another browser.";
    case "attempt_not_found":
    case "attempt_deleted":
    case "marking_deleted":
      return "This exam or your marking of it was deleted. You can still comment.";
    case "too_many_markings":
      return "There is no room for another marking of this exam. You can still comment.";
    case "bad_request":
    case "body_too_large":
      return `This cannot be saved. ${correctionTexts[feedback]}`;
    default:
      return "Parlance has not confirmed this yet. Keep this page open.";
  }
}

export function failedReportText(code: FailureCode): string {
  return code === "bad_request" || code === "body_too_large" ? rewriteText : failedActionText(code);
}

export function failedActionText(code: FailureCode): string {
  switch (code) {
    case "unreachable":
      return "Check your connection, then try again.";
    case "too_many_requests":
      return "There were too many attempts. Try again later.";
    case "link_unknown":
    case "link_ended":
    case "link_expired":
    case "link_blocked":
      return `${closedText(code).title}.`;
    case "guest_unknown":
      return "Open the link in the browser in which you gave feedback.";
    case "too_many_markings":
      return "No more markings of this exam can be deleted. Ask the person who sent the link to delete the exam.";
    default:
      return "Wait a minute, then try again.";
  }
}

export function soundText(code: FailureCode): string {
  return code === "unreachable"
    ? "The audio could not be loaded. Check your connection, then play again."
    : "This could not be played.";
}
