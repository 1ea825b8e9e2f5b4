import { inParallel } from "../files/in-parallel.ts";
import { type Destination, readBytes } from "./bucket.ts";
import { isMetadata } from "./layout.ts";
import type { Publication } from "./records.ts";
import type { Survey } from "./survey-bucket.ts";

const readAtOnce = 8;

/**
 * What a bucket without records holds, as if it had been published, so that a rollback can bring it back.
 * @returns null if there are records, or nothing
 */
export async function foundPublication(
  destination: Destination,
  { content, history }: Survey,
): Promise<Publication | null> {
  if (history.names.length > 0 || content.size === 0) return null;
  const metadata: Record<string, string> = {};
  await inParallel([...content.keys()].filter(isMetadata), readAtOnce, async (name) => {
    metadata[name] = Buffer.from((await readBytes(destination, name)) ?? "").toString("utf8");
  });
  const files = Object.fromEntries([...content].map(([name, { md5 }]) => [name, md5]));
  const at = new Date().toISOString();
  return { format: 1, number: 1, at, by: "found in the bucket", finished: true, files, metadata };
}
