import * as z from "zod/mini";
import { Account } from "../accounts/account.ts";
import { ExamAttemptId, ExamAttemptPage, Marking } from "../exam/exam-attempt.ts";
import { noBody, type Route } from "../http/route.ts";
import { ContentGrant } from "../practice/content-grant.ts";
import { CompletedScenario, UserProgress } from "../practice/progress.ts";

/** `exams`, `progress` and `completed` are first pages. Their own routes return further pages. */
export const Home = z.object({
  account: Account,
  exams: ExamAttemptPage,
  /**
   * Markings of the attempt that `newestMarkedAttempt` finds in `exams`. Null if there is no such attempt, or if the
   * attempt has too many markings for one response.
   */
  last_marked: z.nullable(z.object({ attempt_id: ExamAttemptId, markings: z.array(Marking) })),
  practice: z.optional(
    z.object({
      grants: z.array(ContentGrant),
      progress: z.array(UserProgress),
      completed: z.array(CompletedScenario),
    }),
  ),
});
export type Home = z.infer<typeof Home>;

export const homeRoutes = {
  "get-home": {
    method: "GET",
    path: "/home",
    access: "user",
    // "none" leaves out the practice, which a page needs only in its first call.
    params: z.object({ practice: z.optional(z.literal("none")) }),
    body: noBody,
    response: Home,
  },
} as const satisfies Record<string, Route>;
