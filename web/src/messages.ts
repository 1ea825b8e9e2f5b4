export type ToastTone = "done" | "problem" | "note";
export type Toast = {
  title: string;
  description?: string;
  tone: ToastTone;
  /** How long it stays, in ms. */
  durationMs: number;
};

const done = (title: string, description?: string): Toast => toast("done", 3000, title, description);
const problem = (title: string, description?: string): Toast => toast("problem", 6000, title, description);
const note = (title: string, description?: string): Toast => toast("note", 4000, title, description);

function toast(tone: ToastTone, durationMs: number, title: string, description: string | undefined): Toast {
  return { tone, durationMs, title, ...(description === undefined ? {} : { description }) };
}

/** Every toast of the product, with its exact words. */
export const messages = {
  authenticationRequired: note("Authentication Required", "Please log in to select a plan."),
  cannotDowngrade: problem(
    "Cannot Downgrade to Free",
    "You cannot downgrade while you have an active paid subscription. Please cancel it first.",
  ),
  planSelectionFailed: (reason: string) => problem("Plan Selection Failed", reason || "Failed to select plan"),
  paymentSuccessful: done(
    "Payment Successful",
    "Thank you for your purchase. Your subscription is now being processed.",
  ),
  planChosen: (title: string, lines: readonly string[]) => done(title, lines.join(" ")),
  planCancelled: (ending: string) => toast("done", 6000, "Plan Cancelled", ending),
  planResumed: (lasting: string) => done("Plan Resumed", lasting),
  noActiveSubscription: problem("Error", "No active subscription found"),
  cancelFailed: problem("Error", "Failed to cancel subscription"),
  resumeFailed: problem("Error", "Failed to resume subscription"),
  monthFollows: (reason: string) => problem("Plan Not Resumed", reason),
  portalFailed: problem("Error", "Failed to open customer portal"),
  authenticationError: problem("Authentication Error", "You need to be logged in to set your language preference."),
  languageNotSaved: (reason: string) =>
    problem("Error Saving Language", reason || "Failed to save language preference. Please try again."),
  languageSaved: (language: string) => done("Language Saved", `Your language preference has been set to ${language}.`),
  emailVerificationRequired: note("Email Verification Required", "Please verify your email to continue."),
  loginFailed: (reason: string) => problem("Login Failed", reason),
  loginSuccessful: done("Login Successful", "Welcome back!"),
  firstLogin: done("Login Successful", "Welcome to Parlance!"),
  googleLoginFailed: (reason: string) => problem("Google Login Failed", reason),
  googleAccountDetected: note(
    "Google Account Detected",
    "This email is registered with Google. Taking you to Google to sign in.",
  ),
  emailAccountExists: problem(
    "Email Account Exists",
    "This email is registered with an email and password. Please use those to log in.",
  ),
  wrongLoginMethod: problem(
    "Wrong Login Method",
    "This email signs in with Google and has no password here. Please continue with Google.",
  ),
  signupFailed: (reason: string) => problem("Signup Failed", reason),
  googleSignupFailed: (reason: string) => problem("Google Signup Failed", reason),
  accountExists: note("Account Already Exists", "An account with this email already exists. Please log in instead."),
  googleAccountExists: note(
    "Google Account Exists",
    "This email is registered with Google. Please continue with Google to sign in.",
  ),
  verificationEmailSent: done("Verification Email Sent", "Please check your email for verification."),
  verificationFailed: (reason = "Invalid verification code") => problem("Verification Failed", reason),
  emailVerified: done("Email Verified Successfully", "Welcome to Parlance."),
  emailMissing: problem("Email Missing", "Please log in or sign up again, so that we know which email to verify."),
  codeResent: done("Verification Code Resent", "Please check your email for the new code."),
  resendFailed: (reason: string) => problem("Resend Failed", reason),
  codeSent: done("Verification Code Sent", "Please check your email to reset your password."),
  codeNotSent: (reason: string) => problem("Error", reason),
  resetExpired: problem("Session Error", "Your reset session has expired. Please request a new code."),
  sessionEnded: problem("Session Error", "Your session has ended. Please log in again."),
  passwordUpdated: done("Password Updated", "Password updated successfully!"),
  passwordNotReset: (reason: string) => problem("Password update failed", reason),
  profileUpdated: done("Profile updated"),
  profileNotUpdated: (reason: string) => problem("Error updating profile", reason),
  profileNotFetched: (reason: string) => problem("Error fetching profile", reason),
  passwordEmpty: problem("Password cannot be empty", "Please enter a new password"),
  passwordChanged: done("Password updated!"),
  passwordNotChanged: (reason: string) => problem("Password update failed", reason),
  sessionsNotEnded: problem(
    "Other devices are still logged in",
    "Your new password is set, but they could not be logged out. Change it once more when you are back online.",
  ),
  dataNotExported: (reason: string) => problem("Error downloading your data", reason),
  accountDeleted: done("Account deleted!"),
  accountNotDeleted: (reason: string) => problem("Failed to delete account", reason),
  deletionNeedsLogin: problem("Failed to delete account", "You must be logged in to delete your account"),
  supportIncomplete: problem("Error", "Please fill in both title and feedback fields."),
  supportSent: done("Message sent successfully", "Thank you for your feedback. We'll get back to you soon!"),
  supportNotSent: (reason = "Something went wrong. Please try again later.") =>
    problem("Error sending message", reason),
  loggedOutElsewhere: note("Logged out", "You were logged out in another tab."),
  accountDeletedElsewhere: note("Account deleted!", "This account has been deleted, so you are logged out here too."),
  replacedElsewhere: note(
    "Another account is logged in",
    "Somebody logged in with it in another tab, and this browser has one account at a time.",
  ),
  loggedOut: done("Logged out", "See you next time."),
  recordingError: problem("Recording Error", "Failed to start recording. Please check your microphone permissions."),
  recordingLost: problem("Recording Error", "The microphone stopped. What you said so far has been kept."),
  recordingLimit: problem(
    "Recording Stopped",
    "A recording lasts 10 minutes at most. What you said so far has been kept.",
  ),
  recordingRecovered: toast(
    "note",
    6000,
    "Recording Recovered",
    "A recording had not been finished. What was said has been kept with your recordings.",
  ),
  recordingsGivenUp: (count: number) =>
    toast(
      "note",
      6000,
      "Recordings Removed",
      count === 1
        ? "To make room, the recording that you had not used for longest was removed."
        : `To make room, the ${count} recordings that you had not used for longest were removed.`,
    ),
  recordingNotSaved: problem("Download Error", "The recording could not be read. Please try again."),
  storageFull: (firstLeft: string | null) =>
    problem(
      "Storage Full",
      firstLeft === null
        ? "There is no room for this recording: it is gone when you close or reload this page. Delete others to make room."
        : `There is no room for all of this recording: when you close or reload this page, its first ${firstLeft} are left. Delete others to make room.`,
    ),
  recordingNotStored: problem(
    "Recording Not Stored",
    "This browser stores no recordings: this one is gone when you close or reload this page. Download it to keep it.",
  ),
  recordingStored: done("Recording Stored", "There was room again: your recording is kept."),
  recordingStarted: note("Recording Started"),
  microphoneMissing: (label: string) =>
    note("Microphone changed", `${label} is not connected. Your system's default microphone is used.`),
  recordingCompleted: done("Recording Completed", "Your recording has been saved and is ready to play"),
  recordingIncomplete: (what: string) =>
    problem("Recording Incomplete", `Your device could not keep up: ${what}. Restart the segment to try again.`),
  playbackError: (what: "audio" | "translated audio" | "your recording") =>
    problem("Playback Error", `Failed to play ${what}. Please try again.`),
  noRecording: problem("Playback Error", "No recording available to play."),
  audioNotLoaded: note("Audio Error", "Audio not loaded. Please wait a moment and try again."),
  translationNotLoaded: note("Audio Error", "Translated audio not loaded. Please wait a moment and try again."),
  originalUnavailable: problem(
    "Audio Error",
    "The audio of this segment is not available. You can go on with the next segment.",
  ),
  translationUnavailable: note("Audio Error", "The translated audio of this segment is not available."),
  emptyAudio: problem("Audio Error", "Received empty audio file"),
  loadingError: problem("Loading Error", "Failed to load segment content. Please try again."),
  scenarioComplete: done("Scenario Complete!", "Your progress has been saved."),
  completionFailed: problem("Error", "Failed to save completion status. Please try again."),
} as const;
