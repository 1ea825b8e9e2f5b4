import type { UploadForm } from "../../../../../domain/sharing/upload-form.ts";

export type UploadOutcome = "uploaded" | "expired" | "refused" | "lost";

const stallLimitMs = 30_000;

function outcomeOf({ status, responseText }: Pick<XMLHttpRequest, "status" | "responseText">): UploadOutcome {
  if (status >= 200 && status < 300) return "uploaded";
  // S3 returns 400 RequestTimeout for a stalled upload, which can be repeated:
  // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  if (status === 400 && responseText.includes("<Code>RequestTimeout</Code>")) return "lost";
  // S3 returns 403 for an expired policy.
  if (status === 403) return "expired";
  return status >= 400 && status < 500 ? "refused" : "lost";
}

/** @param onProgress gets the number of bytes sent so far, which includes the form's fields */
export function uploadFile(
  { url, fields }: UploadForm,
  data: ArrayBuffer,
  onProgress: (bytes: number) => void,
): Promise<UploadOutcome> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  // S3 ignores fields after the file.
  body.append("file", new Blob([data], { type: fields["Content-Type"] ?? "" }));
  return new Promise((resolve) => {
    // Uses XMLHttpRequest, because `fetch` reports no progress of an upload.
    const request = new XMLHttpRequest();
    let stall = setTimeout(() => request.abort(), stallLimitMs);
    const settle = (outcome: UploadOutcome) => {
      clearTimeout(stall);
      resolve(outcome);
    };
    request.upload.addEventListener("progress", ({ loaded }) => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), stallLimitMs);
      onProgress(loaded);
    });
    request.addEventListener("load", () => settle(outcomeOf(request)));
    request.addEventListener("error", () => settle("lost"));
    request.addEventListener("abort", () => settle("lost"));
    request.open("POST", url);
    request.send(body);
  });
}
