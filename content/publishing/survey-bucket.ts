import { type Destination, listBucket, type StoredFile } from "./bucket.ts";
import { foreignAmong, publishersFolder } from "./layout.ts";
import { PublishFailure, someOf } from "./publish-failure.ts";
import { type History, readHistory } from "./records.ts";

/** What there is in a bucket. */
export type Survey = {
  stored: ReadonlyMap<string, StoredFile>;
  /** What is stored but for what publishers keep for themselves. */
  content: ReadonlyMap<string, StoredFile>;
  history: History;
};

/** @throws PublishFailure if the bucket holds what is no content of Parlance */
export async function surveyBucket(destination: Destination): Promise<Survey> {
  const stored = await listBucket(destination);
  const foreign = foreignAmong(stored.keys());
  if (foreign.length > 0) {
    const sentence = `The bucket ${destination.bucket} is none of Parlance's content, as it holds ${someOf(foreign)}: name another, or remove them.`;
    throw new PublishFailure("bucket_foreign", sentence);
  }
  const content = new Map([...stored].filter(([name]) => !name.startsWith(publishersFolder)));
  return { stored, content, history: await readHistory(destination, stored) };
}
