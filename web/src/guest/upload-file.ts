import type { UploadForm } from "../../../domain/sharing/upload-form.ts";
import { uploadOutcomeOf } from "../../../domain/sharing/upload-outcome.ts";
import { GuestCallError } from "./shared-api.ts";

/**
 * Uses XMLHttpRequest, because `fetch` reports no progress of an upload.
 * @param onProgress gets the sent share of the request, 0 to 1
 * @throws GuestCallError
 */
export function uploadFile(form: UploadForm, file: Blob, onProgress: (share: number) => void): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  // S3 ignores all fields after the file.
  body.append("file", file);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const fail = () => reject(new GuestCallError("unreachable"));
    const settle = () => {
      const outcome = uploadOutcomeOf(request);
      if (outcome === "uploaded") return resolve();
      reject(new GuestCallError(outcome === "refused" ? "bad_request" : "unreachable"));
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", settle);
    request.addEventListener("error", fail);
    request.addEventListener("timeout", fail);
    request.timeout = 120_000;
    request.open("POST", form.url);
    request.send(body);
  });
}
