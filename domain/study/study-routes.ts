import * as z from "zod/mini";
import { noBody, type Route } from "../http/route.ts";
import { StudyChange } from "./study-change.ts";
import { maxBatches } from "./study-limits.ts";

/** Batches of ratings usually reach this limit first. Batches of long terms reach `maxBatchBytes` first. */
export const maxChangesPerBatch = 100;
/**
 * Maximum size of a batch's changes as JSON in UTF-8, in bytes. The rest of `maxBodyBytes` is for the other fields of
 * the request. The largest term has about 4.5 kB in a script of three bytes a character, so clients count bytes.
 */
export const maxBatchBytes = 60 * 1024;

const BatchNumber = z.int().check(z.gte(0), z.lte(maxBatches));

/** A batch number from the query string. */
const BatchNumberText = z.string().check(
  z.regex(/^\d{1,6}$/),
  z.refine((text) => Number(text) <= maxBatches),
);

export const StudyPage = z.object({
  changes: z.array(StudyChange),
  /** Number of the last batch on the page. The next request continues after this batch. */
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
    // The client chooses the id, so that a repeated request stores nothing twice.
    params: z.object({ batchId: z.uuid() }),
    body: z.strictObject({
      changes: z.array(StudyChange).check(z.minLength(1), z.maxLength(maxChangesPerBatch)),
      /** Id of the sending tab. The event about the batch contains it, so that the tab ignores its own event. */
      sender: z.optional(z.uuid()),
    }),
    response: z.object({ number: BatchNumber }),
  },
} as const satisfies Record<string, Route>;
