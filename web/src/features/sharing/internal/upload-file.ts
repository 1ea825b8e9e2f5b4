import type { UploadForm } from "../../../../../domain/sharing/upload-form.ts";
import { type UploadOutcome, uploadOutcomeOf } from "../../../../../domain/sharing/upload-outcome.ts";

const stallLimitMs = 30_000;

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
    request.addEventListener("load", () => settle(uploadOutcomeOf(request)));
    request.addEventListener("error", () => settle("lost"));
    request.addEventListener("abort", () => settle("lost"));
    request.open("POST", url);
    request.send(body);
  });
}
