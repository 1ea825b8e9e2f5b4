import { createHash, randomUUID } from "node:crypto";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { createAwsClient } from "../runtime/time-limits.ts";
import { type RefuseClosed, writeUnlessClosed } from "../store/write-unless-closed.ts";

export type ExportFiles = {
  /**
   * Returns a download URL. Anyone with the URL can fetch the file until the URL expires. A rule of the bucket deletes
   * old files.
   * @throws Refusal "account_closing", "user_gone"
   */
  store: (userId: string, json: string, link: { fileName: string; lifetimeSeconds: number }) => Promise<string>;
  removeAll: (userId: string) => Promise<void>;
};

/** Uses a hash, so that nobody can derive the learner's id from the URL of a file. */
const folderOf = (userId: string) => `${createHash("sha256").update(`export:${userId}`).digest("hex")}/`;

/** Links expire by real time, not by the app's `Clock`, because S3 checks them. */
export function createExportFiles(bucket: string, refuseClosed: RefuseClosed): ExportFiles {
  const s3 = createAwsClient((settings) => new S3Client(settings));
  return {
    store: async (userId, json, { fileName, lifetimeSeconds }) => {
      const object = { Bucket: bucket, Key: `${folderOf(userId)}${randomUUID()}.json` };
      await writeUnlessClosed(refuseClosed, userId, {
        write: () => s3.send(new PutObjectCommand({ ...object, Body: json, ContentType: "application/json" })),
        undo: () => s3.send(new DeleteObjectCommand(object)),
      });
      const download = new GetObjectCommand({
        ...object,
        ResponseContentDisposition: `attachment; filename="${fileName}"`,
        ResponseCacheControl: "no-store",
      });
      return getSignedUrl(s3, download, { expiresIn: lifetimeSeconds });
    },
    removeAll: async (userId) => {
      const pages = paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: folderOf(userId) });
      for await (const { Contents = [] } of pages) {
        const Objects = Contents.map(({ Key }) => ({ Key }));
        if (Objects.length === 0) continue;
        const { Errors = [] } = await s3.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors.length > 0) throw new Error(`${Errors.length} exports could not be removed: ${Errors[0]?.Code}`);
      }
    },
  };
}
