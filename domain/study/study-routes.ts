import * as z from "zod/mini";
import { noBody, type Route } from "../http/route.ts";
import { StudyChange } from "./study-change.ts";
import { maxBatches } from "./study-limits.ts";

export const maxChangesPerBatch = 100;
/** For a batch's changes as JSON in UTF-8. The rest of `maxBodyBytes` is for the other fields of the request. */
export const maxBatchBytes = 60 * 1024;

const BatchNumber = z.int().check(z.gte(0), z.lte(maxBatches));

const BatchNumberText = z.string().check(
  z.regex(/^\d{1,6}$/),
  z.refine((text) => Number(text) <= maxBatches),
);

export const StudyPage = z.object({
  changes: z.array(StudyChange),
  /** Value of `after` for the next request. */
  last: BatchNumber,
  more: z.boolean(),
});
export type StudyPage = z.infer<typeof StudyPage>;

export const studyRoutes = {
  "list-study-changes": {
    method: "GET",
    path: "/study-changes",
    access: "user",
    params: z.object({ after: z.optional(BatchNumberText) }),
    body: noBody,
    response: StudyPage,
  },
  "save-study-changes": {
    method: "PUT",
    path: "/study-changes/{batchId}",
    access: "user",
    // The client chooses the id, so that the store can recognise a repeated request.
    params: z.object({ batchId: z.uuid() }),
    body: z.strictObject({
      changes: z.array(StudyChange).check(z.minLength(1), z.maxLength(maxChangesPerBatch)),
      /** Id of the sending tab, which ignores the event about its own batch. */
      sender: z.optional(z.uuid()),
    }),
    response: z.object({ number: BatchNumber }),
  },
} as const satisfies Record<string, Route>;
