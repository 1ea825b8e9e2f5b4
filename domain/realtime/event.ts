import * as z from "zod/mini";
import { Profile } from "../accounts/profile.ts";
import { ExamAttemptId } from "../exam/exam-attempt.ts";
import { Subscription } from "../plans/subscription.ts";

/** A paid plan has ended, but its row is not downgraded yet. */
export const SubscriptionEnded = z.object({ type: z.literal("SubscriptionEnded"), userId: z.string() });

export const LearnerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("SubscriptionChanged"), userId: z.string(), subscription: Subscription }),
  z.object({ type: z.literal("ProfileChanged"), userId: z.string(), profile: Profile }),
  /** Clients refetch, because exam attempts and markings may be larger than a message. */
  z.object({
    type: z.literal("ExamChanged"),
    userId: z.string(),
    attemptId: ExamAttemptId,
    /** Id of the sending tab, so that the tab ignores its own change. */
    sender: z.optional(z.uuid()),
    deleted: z.optional(z.literal(true)),
  }),
  /** `number` is the number of a stored batch of study changes. Clients fetch the batches that they lack. */
  z.object({
    type: z.literal("StudyChanged"),
    userId: z.string(),
    number: z.int(),
    sender: z.optional(z.uuid()),
  }),
  z.object({
    type: z.literal("ShareChanged"),
    userId: z.string(),
    shareId: z.uuid(),
  }),
]);
export type LearnerEvent = z.infer<typeof LearnerEvent>;

/** A password reset ended all sessions of a learner. The connections must be closed. */
export const SessionsEnded = z.object({
  type: z.literal("SessionsEnded"),
  userId: z.string(),
  connectionIds: z.array(z.string()),
});

export const ConnectionEvent = z.union([LearnerEvent, SessionsEnded]);
export type ConnectionEvent = z.infer<typeof ConnectionEvent>;

export type DomainEvent = ConnectionEvent | z.infer<typeof SubscriptionEnded>;
export type DomainEventType = DomainEvent["type"];

export const connectionEventTypes: readonly ConnectionEvent["type"][] = [
  "SubscriptionChanged",
  "ProfileChanged",
  "ExamChanged",
  "StudyChanged",
  "ShareChanged",
  "SessionsEnded",
];
