import type { RefusalCode } from "./http/refusal.ts";

/** The message of a log line that counts, or the code of the refusal that it reports. */
export type MetricLogLine = { message: string } | { code: RefusalCode };

export const metricLogLines = {
  /** Learners who confirmed their account or came through Google for the first time. */
  SignUps: { message: "signed up" },
  /** Sign-ups refused because the email has another provider or the name is not valid. */
  SignUpRefusals: { message: "refused" },
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
  /** Learners who asked for paid content without a paid plan in force. */
  GrantsRefused: { message: "grant refused" },
} as const satisfies Record<string, MetricLogLine>;

export type MetricName = keyof typeof metricLogLines;
