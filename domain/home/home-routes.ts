import * as z from "zod/mini";
import { Account } from "../accounts/account.ts";
import { ExamAttemptId, ExamAttemptPage, Marking } from "../exam/exam-attempt.ts";
import { noBody, type Route } from "../http/route.ts";
import { ContentGrant } from "../practice/content-grant.ts";
import { CompletedScenario, UserProgress } from "../practice/progress.ts";

/** Contents of Home. Each list is the first page of the list's own route, which has the others. */
export const Home = z.object({
  account: Account,
  exams: ExamAttemptPage,
  /**
   * The newest exam attempt with a complete marking, whose weakest segments Home shows. Null if there is none, or if it
   * has many markings, which have a route of their own.
   */
  last_marked: z.nullable(z.object({ attempt_id: ExamAttemptId, markings: z.array(Marking) })),
  /** The practice, and the grants for its content. Absent from an answer without practice. */
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
    // A page that may have missed events reads again what has events, which the practice has not.
    params: z.object({ practice: z.optional(z.literal("none")) }),
    body: noBody,
    response: Home,
  },
} as const satisfies Record<string, Route>;
