import type { RefusalCode } from "./http/refusal.ts";

/** The log lines that a metric counts: those with this message, or those that report a refusal with this code. */
export type MetricLogLine = { message: string; reaction?: string } | { code: RefusalCode };

export const metricLogLines = {
  /** Learners who confirmed their account or came through Google for the first time. */
  SignUps: { message: "signed up" },
  /** Sign-ups refused because the email has another provider or the name is not valid, and refused log-ins. */
  SignUpRefusals: { message: "refused", reaction: "pre-sign-up" },
  /** Opened payment pages. Opening the same page again counts again. */
  CheckoutsBegun: { message: "checkout begun" },
  CheckoutsPaid: { message: "checkout paid" },
  EventsVerified: { message: "event verified" },
  EventsNotVerified: { code: "bad_signature" },
  PaymentsOfUnknown: { message: "payment of an unknown customer" },
  Downgrades: { message: "downgraded" },
  /** Runs of the expiry that succeeded. Running out of time counts as success, because the next run continues. */
  ExpiryRuns: { message: "expired" },
  /** Changes that were stored, but whose event did not reach the event bus, so open pages do not show them. */
  EventsNotPublished: { message: "not published" },
  /**
   * Requests for content without a paid plan in force, if the ended plan is not downgraded yet or the request names a
   * language.
   */
  GrantsRefused: { message: "grant refused" },
  /**
   * Uploaded files that were deleted, because they are no MP3 of the stated size, or because their share has ended or
   * does not exist.
   */
  UploadsRefused: { message: "upload refused" },
} as const satisfies Record<string, MetricLogLine>;

export type MetricName = keyof typeof metricLogLines;
