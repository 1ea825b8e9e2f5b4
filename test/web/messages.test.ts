import { expect, test } from "vitest";
import { messages } from "../../web/src/messages.ts";

const reason = "why";

test.each([
  [messages.profileUpdated, "Profile updated", undefined],
  [messages.profileNotUpdated(reason), "Error updating profile", reason],
  [messages.profileNotFetched(reason), "Error fetching profile", reason],
  [messages.passwordEmpty, "Password cannot be empty", "Please enter a new password"],
  [messages.passwordChanged, "Password updated!", undefined],
  [messages.passwordNotChanged(reason), "Password update failed", reason],
  [messages.accountDeleted, "Account deleted!", undefined],
  [messages.accountNotDeleted(reason), "Failed to delete account", reason],
  [messages.deletionNeedsLogin, "Failed to delete account", "You must be logged in to delete your account"],
  [messages.supportIncomplete, "Error", "Please fill in both title and feedback fields."],
  [messages.supportSent, "Message sent successfully", "Thank you for your feedback. We'll get back to you soon!"],
  [messages.supportNotSent(), "Error sending message", "Something went wrong. Please try again later."],
])("the words of %j", (toast, title, description) => {
  expect(toast.title).toBe(title);
  expect(toast.description).toBe(description);
  expect(toast.durationMs).toBeGreaterThanOrEqual(2000);
  expect(toast.durationMs).toBeLessThanOrEqual(6000);
});
