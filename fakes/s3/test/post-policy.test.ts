/*
 * Expectations come from https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html and
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html.
 */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bucket, credentials, errorIn } from "./fixture.ts";
import { entriesOf, key, policyWith, send, startFormS3, upload } from "./post-forms.ts";

let test: Awaited<ReturnType<typeof startFormS3>>;
beforeAll(async () => {
  test = await startFormS3();
});
beforeEach(() => test.reset());
afterAll(() => test.close());

describe("a form with a policy", () => {
  const fresh = "fresh/recording-0-2.mp3";
  const expectRefusal = async (response: Response, status: number, code: string, message: string | RegExp) => {
    expect(await errorIn(response)).toEqual({ status, code, message: expect.stringMatching(message) });
    expect(test.stored(fresh)).toBeNull();
    expect(test.events).toEqual([]);
  };

  it("is refused after the policy has expired", async () => {
    const form = await test.presign({ Key: fresh });
    test.advance(301_000);
    await expectRefusal(await upload(form), 403, "AccessDenied", /^Invalid according to Policy: Policy expired\.$/);
  });

  it.each([
    ["one byte more than signed", 4001, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size"],
    [
      "one byte less than signed",
      3999,
      "EntityTooSmall",
      "Your proposed upload is smaller than the minimum allowed size",
    ],
    ["an empty file", 0, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size"],
  ])("is refused with %s", async (_, bytes, code, message) => {
    await expectRefusal(await upload(await test.presign({ Key: fresh }), randomBytes(bytes)), 400, code, message);
  });

  it.each([
    ["key", "fresh/other.mp3"],
    ["Content-Type", "video/mp4"],
    ["X-Amz-Date", "20200101T000000Z"],
  ])("is refused if the field %s was changed after signing", async (field, value) => {
    const form = await test.presign({ Key: fresh });
    const altered = { ...form, fields: { ...form.fields, [field]: value } };
    const response = await upload(altered);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect([test.stored(fresh), test.stored("fresh/other.mp3")]).toEqual([null, null]);
    expect(test.events).toEqual([]);
  });

  it("is refused without a field that a condition names", async () => {
    const { url, fields } = await test.presign({ Key: fresh });
    const { "Content-Type": _type, ...others } = fields;
    const message = 'Invalid according to Policy: Policy Condition failed: ["eq", "$Content-Type", "audio/mpeg"]';
    const error = await errorIn(await upload({ url, fields: others }));
    expect(error).toMatchObject({ status: 403, code: "AccessDenied" });
    expect(error.message.replaceAll("&#34;", '"')).toBe(message);
  });

  it("is refused with a field that no condition names", async () => {
    const form = await test.presign({ Key: fresh });
    const more = { ...form, fields: { ...form.fields, "x-amz-meta-note": "1" } };
    await expectRefusal(
      await upload(more),
      403,
      "AccessDenied",
      /^Invalid according to Policy: Extra input fields: x-amz-meta-note$/,
    );
  });

  it("is refused for a bucket that its policy does not name", async () => {
    const form = await test.presign({ Key: fresh });
    const response = await send({ ...form, url: `${test.s3.url}/other-bucket` }, entriesOf(form));
    expect(await errorIn(response)).toMatchObject({ status: 403, code: "AccessDenied" });
  });

  it.each([
    ["audio/mpeg, audio/ogg", 204],
    ["audio/mpeg, video/mp4", 403],
  ])("that allows the prefix audio/ returns for “%s” the status %i", async (types, status) => {
    const form = test.signPolicy(policyWith([["starts-with", "$Content-Type", "audio/"]]));
    const response = await upload({ ...form, fields: { ...form.fields, "Content-Type": types } });
    expect(response.status).toBe(status);
  });

  it.each([
    ["no condition on the key", "$key"],
    ["no condition on the bucket", "bucket"],
  ])("is refused if its policy has %s", async (_, without) => {
    const policy = policyWith([]);
    const conditions = policy.conditions.filter((condition) => !JSON.stringify(condition).includes(`"${without}"`));
    const response = await upload(test.signPolicy({ ...policy, conditions }));
    expect(await errorIn(response)).toMatchObject({
      status: 403,
      message: expect.stringContaining("Extra input fields"),
    });
  });
});

describe("a forged or malformed form", () => {
  it("is refused with a changed policy", async () => {
    const form = await test.presign();
    const policy = JSON.parse(Buffer.from(form.fields["Policy"] ?? "", "base64").toString());
    policy.expiration = "2099-01-01T00:00:00Z";
    const Policy = Buffer.from(JSON.stringify(policy)).toString("base64");
    const response = await upload({ ...form, fields: { ...form.fields, Policy } });
    expect(await errorIn(response)).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
  });

  it("is refused if another secret key signed it", async () => {
    const response = await upload(test.signPolicy(policyWith([]), "another"));
    expect(await errorIn(response)).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
  });

  it("is refused with an unknown access key", async () => {
    const form = test.signPolicy(policyWith([]));
    const credential = (form.fields["x-amz-credential"] ?? "").replace(credentials.accessKeyId, "UNKNOWNKEY");
    const response = await upload({ ...form, fields: { ...form.fields, "x-amz-credential": credential } });
    expect(await errorIn(response)).toMatchObject({ status: 403, code: "InvalidAccessKeyId" });
  });

  it("is refused without policy and signature", async () => {
    const response = await upload({ url: `${test.s3.url}/${bucket}`, fields: { key } });
    expect(await errorIn(response)).toEqual({ status: 403, code: "AccessDenied", message: "Access Denied" });
  });

  it.each(["key", "policy", "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-signature"])(
    "is refused without the field %s",
    async (name) => {
      const { url, fields } = test.signPolicy(policyWith([]));
      const { [name]: _removed, ...others } = fields;
      const error = await errorIn(await upload({ url, fields: others }));
      expect(error).toMatchObject({ status: 400, code: "InvalidArgument" });
      expect(error.message.toLowerCase()).toContain(`must contain a field named &#39;${name}&#39;`);
    },
  );

  it("is refused if a required field comes after the file", async () => {
    const form = await test.presign();
    const entries = entriesOf(form).toSorted(([left], [right]) => Number(left === "key") - Number(right === "key"));
    expect(await errorIn(await send(form, entries))).toMatchObject({ status: 400, code: "InvalidArgument" });
  });

  it.each<[string, unknown]>([
    ["no JSON", "expiration"],
    ["no expiration", { conditions: [] }],
    ["an expiration that is not a date", { expiration: "tomorrow", conditions: [] }],
    ["no conditions", { expiration: "2099-01-01T00:00:00Z" }],
    ["conditions under the wrong name CONDITIONS", { expiration: "2099-01-01T00:00:00Z", CONDITIONS: [] }],
    ["an unknown condition", { expiration: "2099-01-01T00:00:00Z", conditions: [["ends-with", "$key", "x"]] }],
    ["a range without a maximum", { expiration: "2099-01-01T00:00:00Z", conditions: [["content-length-range", 0]] }],
  ])("is refused if its policy has %s", async (_, policy) => {
    const response = await upload(test.signPolicy(policy));
    expect(await errorIn(response)).toMatchObject({ status: 400, code: "InvalidPolicyDocument" });
  });

  it("is refused without a file", async () => {
    const form = await test.presign();
    const response = await send(form, Object.entries(form.fields));
    const message = "POST requires exactly one file upload per request.";
    expect(await errorIn(response)).toEqual({ status: 400, code: "InvalidArgument", message });
  });

  it("is refused with more than 20 KB beside the file", async () => {
    const form = await test.presign();
    const response = await upload({ ...form, fields: { ...form.fields, "x-ignore-me": "x".repeat(20_480) } });
    expect(await errorIn(response)).toMatchObject({ status: 400, code: "MaxPostPreDataLengthExceeded" });
  });

  it("is refused if it is truncated or is not multipart/form-data", async () => {
    const { url } = await test.presign();
    const encoded = await fetch(url, { method: "POST", body: new URLSearchParams({ key }) });
    expect(await errorIn(encoded)).toMatchObject({ status: 412, code: "PreconditionFailed" });
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const cut = await fetch(url, {
      method: "POST",
      headers,
      body: '--b\r\ncontent-disposition: form-data; name="key"',
    });
    expect(await errorIn(cut)).toMatchObject({ status: 400, code: "MalformedPOSTRequest" });
  });
});
