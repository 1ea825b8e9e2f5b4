// Expectations come from https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html
import { createHash } from "node:crypto";
import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bucket } from "./fixture.ts";
import { audio, startFormS3, upload } from "./post-forms.ts";

let test: Awaited<ReturnType<typeof startFormS3>>;
beforeAll(async () => {
  test = await startFormS3();
});
beforeEach(() => test.reset());
afterAll(() => test.close());

describe("events of stored objects", () => {
  it("have the fields that S3 sends to EventBridge, with an unencoded key", async () => {
    const form = await test.presign({ Key: "a b/ü.mp3" });
    await upload(form);
    await test.put("by-sdk", "text");
    expect(test.events).toMatchObject([
      {
        source: "aws.s3",
        detailType: "Object Created",
        resources: [`arn:aws:s3:::${bucket}`],
        detail: {
          version: "0",
          bucket: { name: bucket },
          object: { key: "a b/ü.mp3", size: 4000, etag: createHash("md5").update(audio).digest("hex") },
          requester: expect.stringMatching(/^\d{12}$/),
          reason: "POST Object",
        },
      },
      { detail: { object: { key: "by-sdk", size: 4 }, reason: "PutObject" } },
    ]);
    const [first = "", second = ""] = test.events.map(({ detail }) => detail.object.sequencer);
    expect(first < second).toBe(true);
  });

  it("are not sent for a bucket that was not chosen", async () => {
    await test.sdk.send(new CreateBucketCommand({ Bucket: "quiet-bucket" }));
    await test.sdk.send(new PutObjectCommand({ Bucket: "quiet-bucket", Key: "song", Body: "text" }));
    expect(test.events).toEqual([]);
  });
});
