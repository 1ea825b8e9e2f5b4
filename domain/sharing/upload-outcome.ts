export type UploadOutcome = "uploaded" | "expired" | "refused" | "lost";

/** Judges S3's response to an `UploadForm`. An expired form and a lost upload can be repeated. */
export function uploadOutcomeOf({ status, responseText }: { status: number; responseText: string }): UploadOutcome {
  if (status >= 200 && status < 300) return "uploaded";
  // S3 returns 400 RequestTimeout for a stalled upload:
  // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  if (status === 400 && responseText.includes("<Code>RequestTimeout</Code>")) return "lost";
  // S3 returns 403 for an expired policy.
  if (status === 403) return "expired";
  return status >= 400 && status < 500 ? "refused" : "lost";
}
