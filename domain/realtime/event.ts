import * as z from "zod/mini";
import { Profile } from "../accounts/profile.ts";
import { ExamAttemptId } from "../exam/exam-attempt.ts";
import { Subscription } from "../plans/subscription.ts";

/** A paid row was read whose access is over but which does not say so yet. */
export const SubscriptionEnded = z.object({ type: z.literal("SubscriptionEnded"), userId: z.string() });

/** What is sent to every open tab and device of the learner concerned. */
export const LearnerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("SubscriptionChanged"), userId: z.string(), subscription: Subscription }),
  z.object({ type: z.literal("ProfileChanged"), userId: z.string(), profile: Profile }),
  /** A mock exam, or a marking of it: what there is of it is asked for, for it may be larger than a message. */
  z.object({
    type: z.literal("ExamChanged"),
    userId: z.string(),
    attemptId: ExamAttemptId,
    /** By which whoever sent the change knows that it is their own. */
    sender: z.optional(z.uuid()),
    /** Its learner deleted it. */
    deleted: z.optional(z.literal(true)),
  }),
]);
export type LearnerEvent = z.infer<typeof LearnerEvent>;

/** A learner was signed out everywhere. Nothing is sent any more to the connections that were theirs, which are to be closed. */
export const SessionsEnded = z.object({
  type: z.literal("SessionsEnded"),
  userId: z.string(),
  connectionIds: z.array(z.string()),
});

/** What concerns the open connections of a learner. */
export const ConnectionEvent = z.union([LearnerEvent, SessionsEnded]);
export type ConnectionEvent = z.infer<typeof ConnectionEvent>;

/** Every event that is published on the event bus. */
export type DomainEvent = ConnectionEvent | z.infer<typeof SubscriptionEnded>;
export type DomainEventType = DomainEvent["type"];

/** Which events are for the handler that reaches open connections. */
export const connectionEventTypes: readonly ConnectionEvent["type"][] = [
  "SubscriptionChanged",
  "ProfileChanged",
  "ExamChanged",
  "SessionsEnded",
];
