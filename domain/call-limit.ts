import { supportMessagesPerHour } from "./support/support-message.ts";

export type CountedBy = "network" | "email" | "learner" | "connection" | "link";

/** At most `calls` calls within `seconds` after the first call. */
export type CallLimit = { calls: number; seconds: number; by: CountedBy };

const minute = 60;
const hour = 60 * minute;

/**
 * Limits by kind of call. The limits by network allow thirty learners behind one network address to mistype twice each.
 * Why: docs/decisions/0041-call-counts.md
 */
export const callLimits = {
  "account-check-network": { calls: 100, seconds: 5 * minute, by: "network" },
  "account-check-email": { calls: 10, seconds: 10 * minute, by: "email" },
  /** No limit by email is needed here, because Cognito limits wrong codes for each email. */
  "email-confirmation-network": { calls: 100, seconds: 5 * minute, by: "network" },
  "account-export": { calls: 5, seconds: hour, by: "learner" },
  "support-message": { calls: supportMessagesPerHour, seconds: hour, by: "learner" },
  /** Each choice sends about six requests to the payment provider and may open a payment page. */
  "plan-choice": { calls: 30, seconds: 10 * minute, by: "learner" },
  "customer-portal": { calls: 20, seconds: 10 * minute, by: "learner" },
  /**
   * Saves for segments and scenarios that have no stored progress yet. A learner who needs half a minute for each
   * segment saves 120 an hour.
   */
  "new-progress-hour": { calls: 300, seconds: hour, by: "learner" },
  /** Allows a learner to practise all dialogues of several languages within a month. */
  "new-progress-month": { calls: 6000, seconds: 30 * 24 * hour, by: "learner" },
  /**
   * Exam attempts that the server does not know yet. An exam takes at least a quarter of an hour, but a device that was
   * offline may send several exam attempts at once.
   */
  "new-exam-hour": { calls: 20, seconds: hour, by: "learner" },
  "new-exam-month": { calls: 300, seconds: 30 * 24 * hour, by: "learner" },
  /** Saves and deletions of exam attempts. An exam attempt is saved more than once. */
  "exam-facts": { calls: 240, seconds: hour, by: "learner" },
  /** Requests that change or delete a marking. Marking by keyboard sends a request every few seconds. */
  "exam-marking": { calls: 600, seconds: 10 * minute, by: "learner" },
  /**
   * Batches of ratings, recordings' facts and terms, each a row of up to 64 kB. An import of 5,000 terms needs 50 to 100.
   */
  "study-batch-day": { calls: 300, seconds: 24 * hour, by: "learner" },
  /**
   * The list of links contains ended links until the learner deletes them, or their rows expire. So these limits also
   * limit the list.
   */
  "new-share-day": { calls: 40, seconds: 24 * hour, by: "learner" },
  "new-share-month": { calls: 200, seconds: 30 * 24 * hour, by: "learner" },
  /** Changes of links and of the inbox, deletions of comments, and the choice of emails about feedback. */
  "share-change": { calls: 300, seconds: hour, by: "learner" },
  /** Each call signs upload forms for up to 20 recordings. After a network failure, the browser calls again. */
  "share-upload": { calls: 240, seconds: hour, by: "learner" },
  /**
   * A class of thirty opens links and comments from one network address. An open tab renews its audio URLs every four
   * minutes.
   */
  "shared-network": { calls: 1500, seconds: 5 * minute, by: "network" },
  /** Ten guests mark an exam at the same time, or a link is open in 50 tabs. */
  "shared-link": { calls: 600, seconds: 5 * minute, by: "link" },
  /**
   * Calls with unknown tokens. Nobody can guess a token of 128 random bits, so this limit protects only the service.
   */
  "unknown-link-network": { calls: 100, seconds: 5 * minute, by: "network" },
  "share-report-link": { calls: 20, seconds: hour, by: "link" },
  /**
   * WebSocket messages that reach the handler. Pages send only heartbeats, and API Gateway responds to those itself.
   */
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

/** Returns the end of a window whose first call is at `now`, in whole seconds since 1970. */
export function windowEnd(now: Date, { seconds }: Pick<CallLimit, "seconds">): number {
  return Math.ceil(now.getTime() / 1000) + seconds;
}

/** Returns "opens" if the call starts a window, "counts" if the open window has room, otherwise the seconds to wait. */
export function decideCall(
  window: CallWindow | null,
  { calls }: Pick<CallLimit, "calls">,
  now: Date,
): "opens" | "counts" | { retryAfterSeconds: number } {
  const seconds = now.getTime() / 1000;
  if (!window || window.endsAt <= seconds) return "opens";
  return window.calls < calls ? "counts" : { retryAfterSeconds: Math.ceil(window.endsAt - seconds) };
}

/** Formats a wait: "a minute", "12 minutes", "3 days". */
export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / minute);
  if (minutes <= 1) return "a minute";
  if (minutes <= 120) return `${minutes} minutes`;
  const hours = Math.ceil(seconds / hour);
  return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}
