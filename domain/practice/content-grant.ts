import * as z from "zod/mini";

export const ContentGrant = z.object({
  /** Ends with "/". */
  folderUrl: z.url(),
  /** Path within the content, e.g. "nepali/example/". */
  folder: z.string(),
  /** Appended to each URL under the folder, without "?". */
  query: z.string(),
  /** Seconds from the response to the end of the grant. */
  expiresInSeconds: z.int().check(z.gte(1), z.lte(3600)),
});
export type ContentGrant = z.infer<typeof ContentGrant>;
