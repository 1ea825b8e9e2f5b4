import * as z from "zod/mini";
import { placeFields } from "./share.ts";

/**
 * A form with which the browser sends one file straight to S3. S3 ignores fields after `file`. S3 accepts only the key,
 * type and size of the form, within `uploadFormSeconds`.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export const UploadForm = z.object({ url: z.url(), fields: z.record(z.string(), z.string()) });
export type UploadForm = z.infer<typeof UploadForm>;

export const RecordingUpload = z.object({ ...placeFields, form: UploadForm });
export type RecordingUpload = z.infer<typeof RecordingUpload>;
