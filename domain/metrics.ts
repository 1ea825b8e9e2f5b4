import type { RefusalCode } from "./http/refusal.ts";

/**
 * The log lines that a metric counts: lines that have all of these fields. `reaction` is the name of the event handler.
 * A line with a `code` reports a refusal.
 */
export type MetricLogLine = { message: string; reaction?: string } | { code: RefusalCode };

export const metricLogLines = {
  /** Learners who confirmed their account or came through Google for the first time. */
  SignUps: { message: "signed up" },
  /**
   * Sign-ups and log-ins that the pre-sign-up and pre-authentication triggers refused. One function serves both
   * triggers.
   */
  SignUpRefusals: { message: "refused", reaction: "pre-sign-up" },
  /** Opened payment pages. Opening the same page again counts again. */
  CheckoutsBegun: { message: "checkout begun" },
  CheckoutsPaid: { message: "checkout paid" },
  EventsVerified: { message: "event verified" },
  EventsNotVerified: { code: "bad_signature" },
  PaymentsOfUnknown: { message: "payment of an unknown customer" },
  Downgrades: { message: "downgraded" },
  /** Runs of the expiry without a failed row. A run that ran out of time counts too, because the next run continues. */
  ExpiryRuns: { message: "expired" },
  /** Events that did not reach the event bus. The changes are stored, but open pages may not show them. */
  EventsNotPublished: { message: "not published" },
  /**
   * Requests to `grant-content` without a paid plan in force, if the ended plan is not downgraded yet or the request
   * names a language.
   */
  GrantsRefused: { message: "grant refused" },
  /**
   * Uploaded files that were deleted. Such a file is no MP3 of the stated size, or its share has ended or expired, or
   * no share expects the file.
   */
  UploadsRefused: { message: "upload refused" },
} as const satisfies Record<string, MetricLogLine>;

export type MetricName = keyof typeof metricLogLines;
