import * as z from "zod/mini";
import { ExamAttempt, ExamAttemptId, Marking } from "../exam/exam-attempt.ts";
import { Instant } from "../http/route.ts";
import { Subscription } from "../plans/subscription.ts";
import { CompletedScenario, UserProgress } from "../practice/progress.ts";
import { Inbox } from "../sharing/inbox.ts";
import { Share } from "../sharing/share.ts";
import { ReceivedComment } from "../sharing/share-comment.ts";
import { StudyChange } from "../study/study-change.ts";
import { identityProviders } from "./account.ts";
import { Profile } from "./profile.ts";

/** Increase the version if a change would break programs that read the old format. */
export const exportVersion = 1;

export const exportLinkSeconds = 300;

export const exportNotes: readonly string[] = [
  "Recordings are stored only in your browser, except those that you share by a link. Parlance stores shared recordings, and voices of comments, until their link ends.",
  "Your password is stored by the log-in service in a form that nobody can read.",
  "Payments, cards and invoices are stored by Stripe under payment.customer_id. While your plan renews, the Customer Portal shows them.",
  "Messages to support are sent as email and are not stored by Parlance. The answer quotes your message.",
];

export const AccountExport = z.object({
  version: z.literal(exportVersion),
  made_at: Instant,
  account: z.object({
    user_id: z.string(),
    username: z.string(),
    provider: z.enum(identityProviders),
    email: z.string(),
    email_verified: z.boolean(),
    full_name: z.string(),
    created_at: z.nullable(Instant),
    changed_at: z.nullable(Instant),
  }),
  profile: z.nullable(Profile),
  subscription: z.nullable(Subscription),
  payment: z.nullable(z.object({ provider: z.literal("stripe"), customer_id: z.string() })),
  progress: z.array(UserProgress),
  completed_scenarios: z.array(CompletedScenario),
  exam_attempts: z.array(ExamAttempt),
  exam_markings: z.array(z.extend(Marking, { attempt_id: ExamAttemptId })),
  study: z.array(StudyChange),
  connections: z.array(
    z.object({
      connection_id: z.string(),
      connected_at: Instant,
      /** In seconds since 1970. */
      good_until: z.int(),
      /** In seconds since 1970. DynamoDB may delete the row after this time. */
      expires_at: z.int(),
    }),
  ),
  shares: z.array(z.extend(Share, { received_comments: z.array(z.omit(ReceivedComment, { voice_url: true })) })),
  /** Teachers to whom the learner may send shares. */
  teachers: z.array(z.object({ teacher_id: z.string(), name: z.string(), since: Instant })),
  wants_feedback_email: z.boolean(),
  /** The learner's inbox as a teacher, and the learner's reusable comments. */
  inbox: z.extend(Inbox, { saved_comments: z.array(z.string()) }),
  notes: z.array(z.string()),
});
export type AccountExport = z.infer<typeof AccountExport>;

export function exportFileName(now: Date): string {
  return `parlance-data-${now.toISOString().slice(0, 10)}.json`;
}
