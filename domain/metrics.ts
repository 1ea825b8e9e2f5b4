import type { RefusalCode } from "./http/refusal.ts";

export type MetricLogLine = { message: string; eventHandler?: string } | { code: RefusalCode };

export const metricLogLines = {
  /** Confirmed sign-ups, including first log-ins through Google. */
  SignUps: { message: "signed up" },
  /** Also counts refusals of the pre-authentication trigger, because one function serves both triggers. */
  SignUpRefusals: { message: "refused", eventHandler: "pre-sign-up" },
  /** A reused payment page counts again. */
  CheckoutsBegun: { message: "checkout begun" },
  CheckoutsPaid: { message: "checkout paid" },
  EventsVerified: { message: "event verified" },
  EventsNotVerified: { code: "bad_signature" },
  PaymentsOfUnknown: { message: "payment of an unknown customer" },
  Downgrades: { message: "downgraded" },
  /** Runs of the expiry without a failed row. A run that ran out of time counts too, because the next run continues. */
  ExpiryRuns: { message: "expired" },
  EventsNotPublished: { message: "not published" },
  /** The response to a refused request still grants the examples. */
  GrantsRefused: { message: "grant refused" },
  UploadsRefused: { message: "upload refused" },
} as const satisfies Record<string, MetricLogLine>;

export type MetricName = keyof typeof metricLogLines;
