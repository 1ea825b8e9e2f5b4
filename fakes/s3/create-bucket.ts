import type { Operation } from "./operation.ts";
import { S3Error } from "./s3-error.ts";

/** Some of the "General purpose bucket naming rules" in the Amazon S3 User Guide. */
const bucketName = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Does not change an existing bucket. Ignores the body. */
export const createBucket: Operation = {
  methods: ["PUT"],
  target: "bucket",
  parameters: [],
  run: ({ request, response, store }) => {
    if (!bucketName.test(request.bucket)) {
      throw new S3Error("InvalidBucketName", "The specified bucket is not valid.", { BucketName: request.bucket });
    }
    store.addBucket(request.bucket);
    response.writeHead(200, { Location: `/${request.bucket}` }).end();
  },
};
