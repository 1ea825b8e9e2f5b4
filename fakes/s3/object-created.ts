/** An event as S3 sends it to EventBridge, which adds the other fields of the envelope. */
export type ObjectCreated = {
  source: "aws.s3";
  detailType: "Object Created";
  resources: readonly string[];
  detail: {
    version: "0";
    bucket: { name: string };
    /** The key is not percent-encoded. */
    object: { key: string; size: number; etag: string; sequencer: string };
    "request-id": string;
    requester: string;
    "source-ip-address": string;
    reason: "PutObject" | "POST Object";
  };
};

export type Notifications = {
  buckets: readonly string[];
  /** Runs after an object is stored, and before the uploader receives the response. */
  send: (event: ObjectCreated) => void;
};

export type StoredFacts = { key: string; sizeBytes: number; etag: string };

export type Upload = { bucket: string; requestId: string; address: string; reason: ObjectCreated["detail"]["reason"] };

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html (read on 2026-11-26) */
export function objectCreated(
  { key, sizeBytes, etag }: StoredFacts,
  { bucket, requestId, address, reason }: Upload,
  sequence: number,
): ObjectCreated {
  return {
    source: "aws.s3",
    detailType: "Object Created",
    resources: [`arn:aws:s3:::${bucket}`],
    detail: {
      version: "0",
      bucket: { name: bucket },
      object: {
        key,
        size: sizeBytes,
        etag: etag.replaceAll('"', ""),
        sequencer: sequence.toString(16).padStart(16, "0").toUpperCase(),
      },
      "request-id": requestId,
      requester: "000000000000",
      "source-ip-address": address,
      reason,
    },
  };
}
