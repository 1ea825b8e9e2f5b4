import * as z from "zod/mini";

export const ContentGrant = z.object({
  /** Ends with "/". */
  folderUrl: z.url(),
  /** Path within the content, e.g. "nepali/example/". */
  folder: z.string(),
  /** Query string of the URLs under the folder, without the "?". */
  query: z.string(),
  /** In a response, counted from the signing of the grant. */
  expiresInSeconds: z.int().check(z.gte(1), z.lte(3600)),
});
export type ContentGrant = z.infer<typeof ContentGrant>;
