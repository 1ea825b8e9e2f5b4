import { supportMessagesPerHour } from "./support/support-message.ts";

/** The attribute by which calls are counted together. */
export type CountedBy = "network" | "email" | "learner" | "connection";

/** How many calls are let through within that many seconds of the first of them. */
export type CallLimit = { calls: number; seconds: number; by: CountedBy };

const minute = 60;
const hour = 60 * minute;

/**
 * What is counted, and how often it may be done. A classroom shares one address, and each of thirty learners may mistype
 * twice before they are in; nobody needs to ask for one e-mail more often than this.
 * Why: docs/decisions/0041-call-counts.md
 */
export const callLimits = {
  "account-check-network": { calls: 100, seconds: 5 * minute, by: "network" },
  "account-check-email": { calls: 10, seconds: 10 * minute, by: "email" },
  /** Cognito counts wrong codes by email. */
  "email-confirmation-network": { calls: 100, seconds: 5 * minute, by: "network" },
  "account-export": { calls: 5, seconds: hour, by: "learner" },
  "support-message": { calls: supportMessagesPerHour, seconds: hour, by: "learner" },
  /** Choices of a plan, of which each asks the payment provider half a dozen things and may open a page there. */
  "plan-choice": { calls: 30, seconds: 10 * minute, by: "learner" },
  "customer-portal": { calls: 20, seconds: 10 * minute, by: "learner" },
  /** Segments and scenarios of which nothing was stored before: half a minute for each, hour after hour, comes to 120. */
  "new-progress-hour": { calls: 300, seconds: hour, by: "learner" },
  /** All the dialogues of several languages within a month. */
  "new-progress-month": { calls: 6000, seconds: 30 * 24 * hour, by: "learner" },
  /** Mocks begun, of which each takes a quarter of an hour; several may have waited on a device without a network. */
  "new-exam-hour": { calls: 20, seconds: hour, by: "learner" },
  "new-exam-month": { calls: 300, seconds: 30 * 24 * hour, by: "learner" },
  /** What is told of mocks: a dialogue's end, an interruption, the mock's own end. */
  "exam-facts": { calls: 240, seconds: hour, by: "learner" },
  /** Changes of markings that are sent at once: whoever marks by keys alone sends some every few seconds. */
  "exam-marking": { calls: 600, seconds: 10 * minute, by: "learner" },
  /** Messages that no page sends; heartbeats are answered without being counted. */
  "channel-message": { calls: 30, seconds: minute, by: "connection" },
} as const satisfies Record<string, CallLimit>;

export type CountedCall = keyof typeof callLimits;

/** The calls that are counted by learner. */
export const callsCountedByLearner: readonly CountedCall[] = Object.entries<CallLimit>(callLimits).flatMap(
  ([kind, { by }]) =>
    // The entries of an object have its keys.
    by === "learner" ? [kind as CountedCall] : [],
);

/** Calls counted in one window, which ends at `endsAt`, in whole seconds since 1970. */
export type CallWindow = { calls: number; endsAt: number };

/** The end of a window whose first call is made at `now`. */
export function windowEnd(now: Date, { seconds }: Pick<CallLimit, "seconds">): number {
  return Math.ceil(now.getTime() / 1000) + seconds;
}

/** What becomes of a call at `now`: it opens a window, is counted in the one that is open, or has to wait. */
export function decideCall(
  window: CallWindow | null,
  { calls }: Pick<CallLimit, "calls">,
  now: Date,
): "opens" | "counts" | { retryAfterSeconds: number } {
  const seconds = now.getTime() / 1000;
  if (!window || window.endsAt <= seconds) return "opens";
  return window.calls < calls ? "counts" : { retryAfterSeconds: Math.ceil(window.endsAt - seconds) };
}

/** How long to wait, in words: "a minute", "12 minutes", "3 days". */
export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / minute);
  if (minutes <= 1) return "a minute";
  if (minutes <= 120) return `${minutes} minutes`;
  const hours = Math.ceil(seconds / hour);
  return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}
