import * as z from "zod/mini";

/** Permission to read everything under one folder of the content for a while. */
export const ContentGrant = z.object({
  /** URL of the folder, ending with "/". */
  folderUrl: z.url(),
  /** Path of the folder within the content, e.g. "nepali/example/". */
  folder: z.string(),
  /** Query string to append to each URL under the folder, without "?". */
  query: z.string(),
  /** How long the query string is honoured, counted from the response. */
  expiresInSeconds: z.int().check(z.gte(1), z.lte(3600)),
});
export type ContentGrant = z.infer<typeof ContentGrant>;
