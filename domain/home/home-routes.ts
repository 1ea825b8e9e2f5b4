import * as z from "zod/mini";
import { Account } from "../accounts/account.ts";
import { ExamAttemptId, ExamAttemptPage, Marking } from "../exam/exam-attempt.ts";
import { noBody, type Route } from "../http/route.ts";
import { ContentGrant } from "../practice/content-grant.ts";
import { CompletedScenario, UserProgress } from "../practice/progress.ts";

/** Contents of Home. Each list is its first page. The list's own route returns further pages. */
export const Home = z.object({
  account: Account,
  exams: ExamAttemptPage,
  /**
   * The newest exam attempt in `exams` that has a result. Null if there is none. Also null if the exam attempt has many
   * markings; the web app then fetches them from their own route.
   */
  last_marked: z.nullable(z.object({ attempt_id: ExamAttemptId, markings: z.array(Marking) })),
  /** Absent if the request excludes the practice. */
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
    // A page that may have missed events excludes the practice, because no event reports changes of practice.
    params: z.object({ practice: z.optional(z.literal("none")) }),
    body: noBody,
    response: Home,
  },
} as const satisfies Record<string, Route>;
