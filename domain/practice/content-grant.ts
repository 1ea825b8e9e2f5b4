import * as z from "zod/mini";

export const ContentGrant = z.object({
  /** Ends with "/". */
  folderUrl: z.url(),
  /** Path within the content, e.g. "nepali/example/". */
  folder: z.string(),
  /** Appended to each URL under the folder, without "?". */
  query: z.string(),
  /** Lifetime of the grant, counted from the response, in seconds. */
  expiresInSeconds: z.int().check(z.gte(1), z.lte(3600)),
});
export type ContentGrant = z.infer<typeof ContentGrant>;
