import type { RefusalCode } from "./http/refusal.ts";

/** What of a log's line says that it counts: its message, or the code of the refusal that it tells. */
export type MetricLogLine = { message: string } | { code: RefusalCode };

/** The metrics that are counted from the lines that handlers log, by name. */
export const metricLogLines = {
  /** Learners whose account was confirmed, or who came through Google for the first time. */
  SignUps: { message: "signed up" },
  /** Sign-ups refused, because the address signs in by other means or the name is none. */
  SignUpRefusals: { message: "refused" },
  /** Pages opened on which to pay; a page that is opened again counts again. */
  CheckoutsBegun: { message: "checkout begun" },
  /** Pages on which a payment went through, or none was due. */
  CheckoutsPaid: { message: "checkout paid" },
  /** Events of the payment provider whose signature held. */
  EventsVerified: { message: "event verified" },
  EventsNotVerified: { code: "bad_signature" },
  /** Money that came from a customer whom no learner has. */
  PaymentsOfUnknown: { message: "payment of an unknown customer" },
  /** Plans that ended and were taken off the learner's row. */
  Downgrades: { message: "downgraded" },
  /** Runs of the expiry after which nothing was left undone, save for lack of time. */
  ExpiryRuns: { message: "expired" },
  /** Changes that were stored and of which the event bus was not told, so that open pages do not show them. */
  EventsNotPublished: { message: "not published" },
  /** Learners who asked to hear what takes a paid plan, and have none that holds. */
  GrantsRefused: { message: "grant refused" },
} as const satisfies Record<string, MetricLogLine>;

export type MetricName = keyof typeof metricLogLines;
