import { afterEach, expect, test, vi } from "vitest";
import { uploadFile } from "../../../web/src/guest/upload-file.ts";

/** Error codes of S3: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function stubStorage(status: number, code: string): void {
  class StorageRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = status;
    readonly responseText = `<Error><Code>${code}</Code></Error>`;
    open() {}
    send() {
      queueMicrotask(() => this.dispatchEvent(new Event("load")));
    }
  }
  vi.stubGlobal("XMLHttpRequest", StorageRequest);
}

afterEach(() => vi.unstubAllGlobals());

const upload = () =>
  uploadFile({ url: "https://storage.example", fields: { key: "voice.mp3" } }, new Blob(["voice"]), () => undefined);

test("uploadFile resolves after S3 has stored the file", async () => {
  stubStorage(204, "");
  expect(await upload()).toBeUndefined();
});

test.each([
  [400, "EntityTooLarge", "bad_request"],
  [400, "RequestTimeout", "unreachable"],
  [403, "AccessDenied", "unreachable"],
  [503, "SlowDown", "unreachable"],
])("uploadFile for the status %d with the code %s rejects with the code %s", async (status, s3Code, code) => {
  stubStorage(status, s3Code);
  await expect(upload()).rejects.toMatchObject({ code });
});
