import * as z from "zod/mini";
import { Instant, noBody, type Route } from "../http/route.ts";
import {
  ChangedMarking,
  ExamAttempt,
  ExamAttemptFacts,
  ExamAttemptId,
  ExamAttemptPage,
  Marking,
  MarkingChange,
  MarkingId,
  maxChangesPerRequest,
} from "./exam-attempt.ts";

export const examRoutes = {
  "list-exam-attempts": {
    method: "GET",
    path: "/exam-attempts",
    access: "user",
    params: z.object({ after: z.optional(ExamAttemptId) }),
    body: noBody,
    response: ExamAttemptPage,
  },
  "save-exam-attempt": {
    method: "PUT",
    path: "/exam-attempts/{attemptId}",
    access: "user",
    params: z.object({ attemptId: ExamAttemptId }),
    body: z.strictObject(ExamAttemptFacts.shape),
    response: ExamAttempt,
  },
  "delete-exam-attempt": {
    method: "DELETE",
    path: "/exam-attempts/{attemptId}",
    access: "user",
    params: z.object({ attemptId: ExamAttemptId }),
    body: noBody,
    response: z.object({ deleted: z.literal(true) }),
  },
  "list-exam-markings": {
    method: "GET",
    path: "/exam-attempts/{attemptId}/markings",
    access: "user",
    params: z.object({ attemptId: ExamAttemptId }),
    body: noBody,
    response: z.array(Marking),
  },
  "mark-exam-attempt": {
    method: "PATCH",
    path: "/exam-attempts/{attemptId}/markings/{markingId}",
    access: "user",
    params: z.object({ attemptId: ExamAttemptId, markingId: MarkingId }),
    body: z.strictObject({
      created_at: Instant,
      changes: z.array(MarkingChange).check(z.minLength(1), z.maxLength(maxChangesPerRequest)),
      /** Id of the sending tab. The event about the changes contains the id, so that the tab ignores its own event. */
      sender: z.optional(z.uuid()),
    }),
    response: ChangedMarking,
  },
  "delete-exam-marking": {
    method: "DELETE",
    path: "/exam-attempts/{attemptId}/markings/{markingId}",
    access: "user",
    params: z.object({ attemptId: ExamAttemptId, markingId: MarkingId }),
    body: noBody,
    response: z.object({ deleted: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;
