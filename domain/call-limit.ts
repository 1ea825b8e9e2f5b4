import { supportMessagesPerHour } from "./support/support-message.ts";

export type CountedBy = "network" | "email" | "learner" | "connection" | "link";

/** At most `calls` calls within `seconds` after the first call. */
export type CallLimit = { calls: number; seconds: number; by: CountedBy };

const minute = 60;
const hour = 60 * minute;

/** Why: docs/decisions/0041-call-counts.md */
export const callLimits = {
  /** Allows thirty learners behind one network address to mistype twice each. */
  "account-check-network": { calls: 100, seconds: 5 * minute, by: "network" },
  "account-check-email": { calls: 10, seconds: 10 * minute, by: "email" },
  /** No limit by email is needed here, because Cognito limits wrong codes for each email. */
  "email-confirmation-network": { calls: 100, seconds: 5 * minute, by: "network" },
  "account-export": { calls: 5, seconds: hour, by: "learner" },
  "support-message": { calls: supportMessagesPerHour, seconds: hour, by: "learner" },
  "plan-choice": { calls: 30, seconds: 10 * minute, by: "learner" },
  "customer-portal": { calls: 20, seconds: 10 * minute, by: "learner" },
  /** A learner who takes half a minute for each segment practises 120 segments an hour. */
  "new-progress-hour": { calls: 300, seconds: hour, by: "learner" },
  /** Limits the rows that a learner can store with invented ids. */
  "new-progress-month": { calls: 6000, seconds: 30 * 24 * hour, by: "learner" },
  /** Exam attempts that the server does not have yet. A device that was offline may send several at once. */
  "new-exam-hour": { calls: 20, seconds: hour, by: "learner" },
  "new-exam-month": { calls: 300, seconds: 30 * 24 * hour, by: "learner" },
  /** Saves and deletions of exam attempts. */
  "exam-facts": { calls: 240, seconds: hour, by: "learner" },
  /** Requests to change or delete a marking. */
  "exam-marking": { calls: 600, seconds: 10 * minute, by: "learner" },
  /** An import of 5,000 terms needs at least 50 batches. */
  "study-batch-day": { calls: 300, seconds: 24 * hour, by: "learner" },
  "new-share-day": { calls: 40, seconds: 24 * hour, by: "learner" },
  "new-share-month": { calls: 200, seconds: 30 * 24 * hour, by: "learner" },
  "share-change": { calls: 300, seconds: hour, by: "learner" },
  /** Each call signs at most `maxFormsPerRequest` upload forms. */
  "share-upload": { calls: 240, seconds: hour, by: "learner" },
  /** Allows 50 calls by each of thirty guests behind one network address. */
  "shared-network": { calls: 1500, seconds: 5 * minute, by: "network" },
  /** Counts the calls with all links of a share together. */
  "shared-link": { calls: 600, seconds: 5 * minute, by: "link" },
  /** This limit only reduces load, because nobody can guess a token of 128 random bits. */
  "unknown-link-network": { calls: 100, seconds: 5 * minute, by: "network" },
  "share-report-link": { calls: 20, seconds: hour, by: "link" },
  /** Heartbeats are not counted, because API Gateway responds to them without the handler. */
  "channel-message": { calls: 30, seconds: minute, by: "connection" },
} as const satisfies Record<string, CallLimit>;

export type CountedCall = keyof typeof callLimits;

export const callsCountedByLearner: readonly CountedCall[] = Object.entries<CallLimit>(callLimits).flatMap(
  ([kind, { by }]) =>
    // `Object.entries` widens the keys to string.
    by === "learner" ? [kind as CountedCall] : [],
);

/** `endsAt` is in whole seconds since 1970. */
export type CallWindow = { calls: number; endsAt: number };

export function windowEnd(now: Date, { seconds }: Pick<CallLimit, "seconds">): number {
  return Math.ceil(now.getTime() / 1000) + seconds;
}

export function decideCall(
  window: CallWindow | null,
  { calls }: Pick<CallLimit, "calls">,
  now: Date,
): "opens" | "counts" | { retryAfterSeconds: number } {
  const seconds = now.getTime() / 1000;
  if (!window || window.endsAt <= seconds) return "opens";
  return window.calls < calls ? "counts" : { retryAfterSeconds: Math.ceil(window.endsAt - seconds) };
}

export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / minute);
  if (minutes <= 1) return "a minute";
  if (minutes <= 120) return `${minutes} minutes`;
  const hours = Math.ceil(seconds / hour);
  return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}
