import * as z from "zod/mini";
import { Profile } from "./profile.ts";
import { Subscription } from "./subscription.ts";

/** A paid row was read whose access is over but which does not say so yet. */
export const SubscriptionEnded = z.object({ type: z.literal("SubscriptionEnded"), userId: z.string() });

/** What is sent to every open tab and device of the learner concerned. */
export const LearnerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("SubscriptionChanged"), userId: z.string(), subscription: Subscription }),
  z.object({ type: z.literal("ProfileChanged"), userId: z.string(), profile: Profile }),
]);
export type LearnerEvent = z.infer<typeof LearnerEvent>;

/** Every event that is published on the event bus. */
export type DomainEvent = LearnerEvent | z.infer<typeof SubscriptionEnded>;
export type DomainEventType = DomainEvent["type"];

/** Which events go on to the learner's open tabs. */
export const learnerEventTypes: readonly LearnerEvent["type"][] = ["SubscriptionChanged", "ProfileChanged"];

/** The bus's name for the sender of these events. */
export const eventSource = "parlance";
