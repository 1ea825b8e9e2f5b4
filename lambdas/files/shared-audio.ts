import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { sharedAddressSeconds, sharedAudioType, uploadFormSeconds } from "../../domain/sharing/share-limits.ts";
import type { UploadForm } from "../../domain/sharing/upload-form.ts";
import { createAwsClient } from "../runtime/time-limits.ts";
import { placeKey } from "../store/share-rows.ts";

export type SharedAudio = {
  /**
   * With the form, S3 accepts only this key, the type `sharedAudioType` and exactly `bytes`.
   * Source, read 2026-11-26: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
   */
  signForm: (key: string, bytes: number) => Promise<UploadForm>;
  signAddress: (key: string) => Promise<string>;
  remove: (key: string) => Promise<void>;
  removeOf: (shareId: string) => Promise<void>;
};

export const recordingKey = (shareId: string, place: { dialogue: number; segment: number }) =>
  `${shareId}/recording-${placeKey(place)}.mp3`;

/**
 * A voice that is recorded again has another key. So an upload event of the former file does not apply to the new one.
 */
export const voiceKey = (shareId: string, commentId: string, recordingId: string) =>
  `${shareId}/voice-${commentId}-${recordingId}.mp3`;

/** Forms and URLs expire by real time, not by the app's `Clock`, because S3 checks them. */
export function createSharedAudio(bucket: string): SharedAudio {
  const s3 = createAwsClient((settings) => new S3Client(settings));
  return {
    signForm: async (key, bytes) => {
      const { url, fields } = await createPresignedPost(s3, {
        Bucket: bucket,
        Key: key,
        Fields: { "Content-Type": sharedAudioType },
        Conditions: [["content-length-range", bytes, bytes]],
        Expires: uploadFormSeconds,
      });
      return { url, fields };
    },
    signAddress: (key) => {
      const download = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: sharedAudioType,
        ResponseCacheControl: "no-store",
      });
      return getSignedUrl(s3, download, { expiresIn: sharedAddressSeconds });
    },
    remove: async (key) => {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    removeOf: async (shareId) => {
      const pages = paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: `${shareId}/` });
      for await (const { Contents = [] } of pages) {
        const Objects = Contents.map(({ Key }) => ({ Key }));
        if (Objects.length === 0) continue;
        const { Errors = [] } = await s3.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors.length > 0) throw new Error(`${Errors.length} recordings could not be removed: ${Errors[0]?.Code}`);
      }
    },
  };
}
