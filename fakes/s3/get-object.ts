import { type Operation, requireBucket } from "./operation.ts";
import { queryValue } from "./request.ts";
import { S3Error } from "./s3-error.ts";
import { sendObject } from "./send-object.ts";

const headerByParameter: Readonly<Record<string, string>> = {
  "response-cache-control": "cache-control",
  "response-content-disposition": "content-disposition",
  "response-content-encoding": "content-encoding",
  "response-content-language": "content-language",
  "response-content-type": "content-type",
  "response-expires": "expires",
};

export const getObject: Operation = {
  methods: ["GET", "HEAD"],
  target: "object",
  parameters: Object.keys(headerByParameter),
  run: async (call) => {
    requireBucket(call);
    const { request, response, store } = call;
    const object = store.find(request.bucket, request.key);
    if (!object) throw new S3Error("NoSuchKey", "The specified key does not exist.", { Key: request.key });
    const headers = { ...object.headers };
    for (const [parameter, header] of Object.entries(headerByParameter)) {
      const value = queryValue(request, parameter);
      if (value !== undefined) headers[header] = value;
    }
    // The checksum covers the whole object, so a range has none.
    const isChecksumWanted = request.headers["x-amz-checksum-mode"] === "ENABLED" && !request.headers.range;
    if (isChecksumWanted) headers["x-amz-checksum-crc32"] = object.crc32;
    await sendObject(response, { ...object, headers }, request);
  },
};
