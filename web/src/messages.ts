import { acrossPages, done, lasting, note, problem } from "./ui/toast.ts";

const notStoredText = "This recording could not be fully stored. To keep it, download it before you leave.";

export const messages = {
  authenticationRequired: acrossPages(note("plan", "Authentication Required", "Please log in to select a plan.")),
  cannotDowngrade: problem(
    "plan",
    "Cannot Downgrade to Free",
    "You cannot downgrade while you have an active paid subscription. Please cancel it first.",
  ),
  planSelectionFailed: (reason: string) => problem("plan", "Plan Selection Failed", reason || "Failed to select plan"),
  paymentSuccessful: done(
    "plan",
    "Payment Successful",
    "Thank you for your purchase. Your subscription is now being processed.",
  ),
  planChosen: (title: string, lines: readonly string[]) => acrossPages(done("plan", title, lines.join(" "))),
  planCancelled: (ending: string) => lasting(done("plan", "Plan Cancelled", ending)),
  planResumed: (until: string) => done("plan", "Plan Resumed", until),
  noActiveSubscription: problem("plan", "Error", "No active subscription found"),
  cancelFailed: problem("plan", "Error", "Failed to cancel subscription"),
  resumeFailed: problem("plan", "Error", "Failed to resume subscription"),
  monthFollows: (reason: string) => problem("plan", "Plan Not Resumed", reason),
  portalFailed: problem("portal", "Error", "Failed to open customer portal"),
  authenticationError: acrossPages(
    problem("language", "Authentication Error", "You need to be logged in to set your language preference."),
  ),
  languageNotSaved: (reason: string) =>
    problem("language", "Error Saving Language", reason || "Failed to save language preference. Please try again."),
  languageSaved: (language: string) =>
    acrossPages(done("language", "Language Saved", `Your language preference has been set to ${language}.`)),
  wishNotSaved: (reason: string) => problem("language", "Change Not Saved", reason),
  emailVerificationRequired: acrossPages(
    note("access", "Email Verification Required", "Please verify your email to continue."),
  ),
  loginFailed: (reason: string) => problem("access", "Login Failed", reason),
  loginSuccessful: acrossPages(done("access", "Login Successful", "Welcome back!")),
  firstLogin: acrossPages(done("access", "Login Successful", "Welcome to Parlance!")),
  googleLoginFailed: (reason: string) => problem("access", "Google Login Failed", reason),
  googleAccountDetected: note(
    "access",
    "Google Account Detected",
    "This email is registered with Google. Redirecting you to Google to log in.",
  ),
  emailAccountExists: problem(
    "access",
    "Email Account Exists",
    "This email is registered with a password. Please log in with your email and password.",
  ),
  wrongLoginMethod: problem(
    "access",
    "Wrong Login Method",
    "This email is registered with Google. Please continue with Google.",
  ),
  signupFailed: (reason: string) => problem("access", "Signup Failed", reason),
  googleSignupFailed: (reason: string) => problem("access", "Google Signup Failed", reason),
  accountExists: acrossPages(
    note("access", "Account Already Exists", "An account with this email already exists. Please log in instead."),
  ),
  googleAccountExists: note(
    "access",
    "Google Account Exists",
    "This email is registered with Google. Please continue with Google to log in.",
  ),
  verificationEmailSent: acrossPages(
    done("access", "Verification Email Sent", "Please check your email for verification."),
  ),
  verificationFailed: (reason: string) => problem("access", "Verification Failed", reason),
  codeInvalid: acrossPages(problem("access", "Verification Failed", "Invalid verification code")),
  alreadyVerified: acrossPages(
    problem("access", "Verification Failed", "This email is already verified. Please log in."),
  ),
  passwordNotSet: acrossPages(
    problem("access", "Password Not Set", "Your email is verified. Request a code to set your password."),
  ),
  emailVerified: acrossPages(done("access", "Email Verified Successfully", "Welcome to Parlance.")),
  emailMissing: acrossPages(problem("access", "Email Missing", "Please log in or sign up again.")),
  codeResent: done("access", "Verification Code Resent", "Please check your email for the new code."),
  resendFailed: (reason: string) => problem("access", "Resend Failed", reason),
  resendNotNeeded: acrossPages(problem("access", "Resend Failed", "This email is already verified. Please log in.")),
  codeSent: acrossPages(done("access", "Verification Code Sent", "Please check your email to reset your password.")),
  codeNotSent: (reason: string) => problem("access", "Error", reason),
  resetExpired: acrossPages(
    problem("access", "Session Error", "Your reset session has expired. Please request a new code."),
  ),
  sessionEnded: acrossPages(problem("access", "Session Error", "Your session has ended. Please log in again.")),
  passwordUpdated: acrossPages(done("access", "Password Updated", "Password updated successfully!")),
  passwordNotReset: (reason: string) => problem("access", "Password update failed", reason),
  profileUpdated: done("profile", "Profile updated"),
  profileNotUpdated: (reason: string) => problem("profile", "Error updating profile", reason),
  feedbackArrived: (subject: string) =>
    done("feedback", "Feedback Received", `There is feedback on “${subject}”. Open it from your profile.`),
  feedbackNotChanged: (reason: string) => problem("feedback", "Change Not Saved", reason),
  nothingToShare: problem(
    "feedback",
    "Recordings Not Found",
    "No recordings could be loaded. Reload the page and try again.",
  ),
  shareStopped: problem(
    "feedback",
    "Upload Stopped",
    "Some shared recordings could not be uploaded. If you still want feedback on them, ask again.",
  ),
  profileNotFetched: (reason: string) => problem("profile", "Error fetching profile", reason),
  passwordEmpty: problem("password", "Password cannot be empty", "Please enter a new password"),
  passwordChanged: done("password", "Password updated!"),
  passwordChangedLoggedOut: acrossPages(
    lasting(done("password", "Password updated!", "Please log in again with your new password.")),
  ),
  passwordNotChanged: (reason: string) => problem("password", "Password update failed", reason),
  sessionsNotEnded: problem(
    "sessions",
    "Other devices may still be logged in",
    "To log out your other devices, change your password again.",
  ),
  dataNotExported: (reason: string) => problem("data", "Error downloading your data", reason),
  accountDeleted: acrossPages(done("account", "Account deleted!")),
  accountNotDeleted: (reason: string) => acrossPages(problem("account", "Failed to delete account", reason)),
  deletionNeedsLogin: acrossPages(
    problem("account", "Failed to delete account", "You must be logged in to delete your account"),
  ),
  supportIncomplete: problem("support", "Error", "Please fill in both title and feedback fields."),
  supportSent: acrossPages(
    done("support", "Message sent successfully", "Thank you for your feedback. We'll get back to you soon!"),
  ),
  supportNotSent: (reason = "Something went wrong. Please try again later.") =>
    problem("support", "Error sending message", reason),
  loggedOutElsewhere: acrossPages(note("access", "Logged out", "You were logged out in another tab.")),
  accountDeletedElsewhere: acrossPages(
    note("account", "Account deleted!", "This account has been deleted, so you are logged out here too."),
  ),
  otherAccountLoggedIn: acrossPages(
    note("access", "Another account is logged in", "A log-in in another tab replaced yours."),
  ),
  loggedOut: acrossPages(done("access", "Logged out", "See you next time.")),
  recordingNotStarted: problem(
    "recording",
    "Recording Error",
    "Failed to start recording. Please check your microphone permissions.",
  ),
  recordingInterrupted: problem(
    "recording",
    "Recording Error",
    "The microphone stopped. Your recording so far is kept.",
  ),
  recordingLimit: problem("recording", "Recording Stopped", "A recording can be at most 10 minutes long."),
  recordingRecovered: lasting(
    note("storage", "Recording Recovered", "The recorded part of an unfinished recording was saved."),
  ),
  recordingsRemoved: (count: number) =>
    lasting(
      note(
        "storage",
        "Recordings Removed",
        count === 1 ? "One recording was removed to make room." : `${count} recordings were removed to make room.`,
      ),
    ),
  recordingNotSaved: problem("download", "Download Error", "The recording could not be read. Please try again."),
  storageFull: problem("recording", "Storage Full", notStoredText),
  recordingNotStored: problem("recording", "Recording Not Stored", notStoredText),
  recordingsNotDeleted: (count: number) =>
    problem(
      "recording",
      count === 1 ? "Recording Not Deleted" : "Recordings Not Deleted",
      `${count === 1 ? "The recording could not" : "Not all recordings could"} be deleted. Close other tabs of Parlance and try again.`,
    ),
  recordingStored: done("recording", "Recording Stored", "Your recording is stored."),
  recordingStarted: note("recording", "Recording Started"),
  microphoneMissing: (label: string) =>
    note("microphone", "Microphone changed", `${label} was not found. Your system's default microphone is used.`),
  recordingCompleted: done("recording", "Recording Completed", "Your recording has been saved and is ready to play"),
  recordingIncomplete: problem("recording", "Recording Incomplete", "Your device could not keep up."),
  playbackError: (what: "audio" | "translated audio" | "your recording") =>
    problem("sound", "Playback Error", `Failed to play ${what}. Please try again.`),
  studyNotStored: problem(
    "storage",
    "Not Stored",
    "Your latest changes could not be stored. If you close this page, you may lose them.",
  ),
  termSaved: done("dialogue", "Term Saved", "It is in your glossary."),
  examNotEnded: problem(
    "exam",
    "Mock Exam Not Ended",
    "The exam could not be ended. Close other tabs of Parlance and try again.",
  ),
  markingNotStored: problem(
    "exam",
    "Marking Not Stored",
    "Your latest changes could not be stored. If you leave this page, you may lose them.",
  ),
  markingNotDeleted: problem(
    "exam",
    "Marking Not Deleted",
    "This marking could not be deleted. Close other tabs of Parlance and try again.",
  ),
  markingDeletionRefused: problem("exam", "Marking Not Deleted", "The server did not delete a marking."),
  markingDeletedElsewhere: lasting(
    note("exam", "Marking Deleted", "A marking of a mock exam was deleted. Your unsent changes to it are lost."),
  ),
  examAttemptDeleted: (started: string) =>
    acrossPages(
      lasting(
        note(
          "exam",
          "Mock Exam Deleted",
          `${started ? `The mock exam that you started ${started}` : "A mock exam"} was deleted. Your unsent changes to it are lost.`,
        ),
      ),
    ),
  noRecording: problem("sound", "Playback Error", "No recording available to play."),
  audioNotLoaded: note("sound", "Audio Error", "Audio not loaded. Please wait a moment and try again."),
  translationNotLoaded: note(
    "sound",
    "Audio Error",
    "Translated audio not loaded. Please wait a moment and try again.",
  ),
  originalUnavailable: problem("sound", "Audio Error", "The audio of this segment is not available."),
  translationUnavailable: note("sound", "Audio Error", "The translated audio of this segment is not available."),
  planCheckNeeded: problem(
    "sound",
    "Audio Error",
    "Parlance could not check your plan. Check your connection, then try again.",
  ),
  planEnded: problem(
    "sound",
    "Paid Plan Needed",
    "You need a paid plan to play this dialogue. Choose a plan to continue.",
  ),
  emptyAudio: problem("sound", "Audio Error", "Received empty audio file"),
  loadingError: problem("dialogue", "Loading Error", "Failed to load segment content. Please try again."),
  scenarioComplete: acrossPages(done("dialogue", "Scenario Complete!", "Your progress has been saved.")),
  completionFailed: problem("dialogue", "Error", "Failed to save completion status. Please try again."),
} as const;
