/*
 * Expectations come from https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html and
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html. The messages are those that S3 sends.
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { createPresignedPost, type PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ObjectCreated } from "../object-created.ts";
import { bucket, credentials, errorIn, pageOrigin, region, startTestS3 } from "./fixture.ts";

let test: Awaited<ReturnType<typeof startTestS3>>;
let aheadMs = 0;
const events: ObjectCreated[] = [];
beforeAll(async () => {
  const notifications = { buckets: [bucket], send: (event: ObjectCreated) => void events.push(event) };
  test = await startTestS3({ now: () => new Date(Date.now() + aheadMs), notifications });
});
beforeEach(() => {
  aheadMs = 0;
  events.length = 0;
});
afterAll(() => test.close());

const key = "share/recording-0-1.mp3";
const audio = randomBytes(4000);

type Form = { url: string; fields: Record<string, string> };
type Entry = readonly [name: string, value: string | Blob];

const presign = (options: Partial<PresignedPostOptions> = {}): Promise<Form> =>
  createPresignedPost(test.sdk, {
    Bucket: bucket,
    Key: key,
    Fields: { "Content-Type": "audio/mpeg" },
    Conditions: [["content-length-range", audio.length, audio.length]],
    Expires: 300,
    ...options,
  });

const entriesOf = ({ fields }: Form, file: Uint8Array = audio): Entry[] => [
  ...Object.entries(fields),
  ["file", new Blob([new Uint8Array(file)], { type: "audio/mpeg" })],
];

function send({ url }: Form, entries: readonly Entry[], headers: Record<string, string> = {}): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return fetch(url, { method: "POST", body, headers });
}

const upload = async (form: Form, file?: Uint8Array) => send(form, entriesOf(form, file));

/** Signs any policy, as a program without the SDK does. */
function signPolicy(policy: unknown, secretAccessKey = credentials.secretAccessKey): Form {
  const timestamp = `${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const date = timestamp.slice(0, 8);
  const encoded = Buffer.from(typeof policy === "string" ? policy : JSON.stringify(policy)).toString("base64");
  const signingKey = [date, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (previous, step) => createHmac("sha256", previous).update(step).digest(),
    `AWS4${secretAccessKey}`,
  );
  const fields = {
    key,
    policy: encoded,
    "x-amz-algorithm": "AWS4-HMAC-SHA256",
    "x-amz-credential": `${credentials.accessKeyId}/${date}/${region}/s3/aws4_request`,
    "x-amz-date": timestamp,
    "x-amz-signature": createHmac("sha256", signingKey).update(encoded).digest("hex"),
  };
  return { url: `${test.s3.url}/${bucket}`, fields };
}

const signatureConditions = [
  ["starts-with", "$x-amz-algorithm", ""],
  ["starts-with", "$x-amz-credential", ""],
  ["starts-with", "$x-amz-date", ""],
];
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const policyWith = (conditions: unknown[]) => ({
  expiration: inAnHour(),
  conditions: [{ bucket }, ["eq", "$key", key], ...signatureConditions, ...conditions],
});

const stored = (name = key) => test.s3.read(bucket, name);

describe("uploads by a presigned form", () => {
  it("stores the exact file with its type and returns 204 without a body", async () => {
    const response = await upload(await presign());
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    const etag = `"${createHash("md5").update(audio).digest("hex")}"`;
    expect(response.headers.get("etag")).toBe(etag);
    const object = stored();
    expect(object?.etag).toBe(etag);
    expect(object?.headers["content-type"]).toBe("audio/mpeg");
    expect(Buffer.concat((await object?.read().toArray()) ?? []).equals(audio)).toBe(true);
  });

  it.each([
    ["200", 200],
    ["201", 201],
    ["204", 204],
    ["404", 204],
  ])("returns for success_action_status %s the status %i", async (wanted, status) => {
    const response = await upload(await presign({ Fields: { success_action_status: wanted }, Conditions: [] }));
    expect(response.status).toBe(status);
    const document = await response.text();
    const names = [...document.matchAll(/<(\w+)>/g)].map(([, name]) => name);
    expect(names).toEqual(status === 201 ? ["PostResponse", "Location", "Bucket", "Key", "ETag"] : []);
  });

  it("ignores fields after the file", async () => {
    const form = await presign();
    const entries: Entry[] = [...entriesOf(form), ["x-amz-meta-note", "not covered"], ["key", "other"]];
    expect((await send(form, entries)).status).toBe(204);
    expect(stored("other")).toBeNull();
    expect(stored()?.headers["x-amz-meta-note"]).toBeUndefined();
  });

  it("puts the name of the file into the key before it checks the policy", async () => {
    const form = await presign({ Key: "named/$" + "{filename}", Conditions: [], Fields: {} });
    const body: Entry[] = [...Object.entries(form.fields), ["file", new File(["sound"], "a b.mp3")]];
    expect((await send(form, body)).status).toBe(204);
    expect(stored("named/a b.mp3")?.sizeBytes).toBe(5);
  });

  it("replaces the object when the form is sent again within its time", async () => {
    const form = await presign();
    await upload(form);
    const next = randomBytes(audio.length);
    expect((await upload(form, next)).status).toBe(204);
    expect(stored()?.etag).toBe(`"${createHash("md5").update(next).digest("hex")}"`);
  });

  it("accepts fields and conditions in any letter case, and fields that begin with x-ignore-", async () => {
    const form = signPolicy(policyWith([["eq", "$CONTENT-type", "audio/mpeg"]]));
    const more = { ...form, fields: { ...form.fields, "Content-TYPE": "audio/mpeg", "x-ignore-me": "1" } };
    expect((await upload(more)).status).toBe(204);
  });
});

describe("a form that its policy does not allow", () => {
  const fresh = "fresh/recording-0-2.mp3";
  const expectRefusal = async (response: Response, status: number, code: string, message: string | RegExp) => {
    expect(await errorIn(response)).toEqual({ status, code, message: expect.stringMatching(message) });
    expect(stored(fresh)).toBeNull();
    expect(events).toEqual([]);
  };

  it("is refused after it has expired", async () => {
    const form = await presign({ Key: fresh });
    aheadMs = 301_000;
    await expectRefusal(await upload(form), 403, "AccessDenied", /^Invalid according to Policy: Policy expired\.$/);
  });

  it.each([
    ["one byte more", 4001, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size"],
    ["one byte less", 3999, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size"],
    ["nothing", 0, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size"],
  ])("is refused with %s than signed", async (_, bytes, code, message) => {
    await expectRefusal(await upload(await presign({ Key: fresh }), randomBytes(bytes)), 400, code, message);
  });

  it.each([
    ["key", "fresh/other.mp3"],
    ["Content-Type", "video/mp4"],
    ["X-Amz-Date", "20200101T000000Z"],
  ])("is refused with another %s", async (field, value) => {
    const form = await presign({ Key: fresh });
    const altered = { ...form, fields: { ...form.fields, [field]: value } };
    const response = await upload(altered);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect([stored(fresh), stored("fresh/other.mp3")]).toEqual([null, null]);
    expect(events).toEqual([]);
  });

  it("is refused without a field that a condition names", async () => {
    const { url, fields } = await presign({ Key: fresh });
    const { "Content-Type": _type, ...others } = fields;
    const message = 'Invalid according to Policy: Policy Condition failed: ["eq", "$Content-Type", "audio/mpeg"]';
    const error = await errorIn(await upload({ url, fields: others }));
    expect(error).toMatchObject({ status: 403, code: "AccessDenied" });
    expect(error.message.replaceAll("&#34;", '"')).toBe(message);
  });

  it("is refused with a field that no condition names", async () => {
    const form = await presign({ Key: fresh });
    const more = { ...form, fields: { ...form.fields, "x-amz-meta-note": "1" } };
    await expectRefusal(
      await upload(more),
      403,
      "AccessDenied",
      /^Invalid according to Policy: Extra input fields: x-amz-meta-note$/,
    );
  });

  it("is refused for another bucket", async () => {
    const form = await presign({ Key: fresh });
    const response = await send({ ...form, url: `${test.s3.url}/other-bucket` }, entriesOf(form));
    expect(await errorIn(response)).toMatchObject({ status: 403, code: "AccessDenied" });
  });

  it.each([
    ["audio/mpeg, audio/ogg", 204],
    ["audio/mpeg, video/mp4", 403],
  ])("reads the content types %s as a list", async (types, status) => {
    const form = signPolicy(policyWith([["starts-with", "$Content-Type", "audio/"]]));
    const response = await upload({ ...form, fields: { ...form.fields, "Content-Type": types } });
    expect(response.status).toBe(status);
  });

  it.each([
    ["a missing key", "$key"],
    ["a missing bucket", "bucket"],
  ])("is refused by a policy with %s", async (_, without) => {
    const policy = policyWith([]);
    const conditions = policy.conditions.filter((condition) => !JSON.stringify(condition).includes(`"${without}"`));
    const response = await upload(signPolicy({ ...policy, conditions }));
    expect(await errorIn(response)).toMatchObject({ status: 403, message: /Extra input fields/ });
  });
});

describe("a forged or malformed form", () => {
  it("is refused with a changed policy", async () => {
    const form = await presign();
    const policy = JSON.parse(Buffer.from(form.fields["Policy"] ?? "", "base64").toString());
    policy.expiration = "2099-01-01T00:00:00Z";
    const Policy = Buffer.from(JSON.stringify(policy)).toString("base64");
    const response = await upload({ ...form, fields: { ...form.fields, Policy } });
    expect(await errorIn(response)).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
  });

  it("is refused if another secret key signed it", async () => {
    const response = await upload(signPolicy(policyWith([]), "another"));
    expect(await errorIn(response)).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
  });

  it("is refused with an unknown access key", async () => {
    const form = signPolicy(policyWith([]));
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
      const { url, fields } = signPolicy(policyWith([]));
      const { [name]: _removed, ...others } = fields;
      const error = await errorIn(await upload({ url, fields: others }));
      expect(error).toMatchObject({ status: 400, code: "InvalidArgument" });
      expect(error.message.toLowerCase()).toContain(`must contain a field named &#39;${name}&#39;`);
    },
  );

  it("is refused with a field after the file that has to come before it", async () => {
    const form = await presign();
    const entries = entriesOf(form).toSorted(([left], [right]) => Number(left === "key") - Number(right === "key"));
    expect(await errorIn(await send(form, entries))).toMatchObject({ status: 400, code: "InvalidArgument" });
  });

  it.each<[string, unknown]>([
    ["no JSON", "expiration"],
    ["no expiration", { conditions: [] }],
    ["an expiration in another form", { expiration: "tomorrow", conditions: [] }],
    ["no conditions", { expiration: "2099-01-01T00:00:00Z" }],
    ["conditions under another name", { expiration: "2099-01-01T00:00:00Z", CONDITIONS: [] }],
    ["an unknown condition", { expiration: "2099-01-01T00:00:00Z", conditions: [["ends-with", "$key", "x"]] }],
    ["a range without a maximum", { expiration: "2099-01-01T00:00:00Z", conditions: [["content-length-range", 0]] }],
  ])("is refused with a policy with %s", async (_, policy) => {
    const response = await upload(signPolicy(policy));
    expect(await errorIn(response)).toMatchObject({ status: 400, code: "InvalidPolicyDocument" });
  });

  it("is refused without a file", async () => {
    const form = await presign();
    const response = await send(form, Object.entries(form.fields));
    const message = "POST requires exactly one file upload per request.";
    expect(await errorIn(response)).toEqual({ status: 400, code: "InvalidArgument", message });
  });

  it("is refused with more than 20 KB beside the file", async () => {
    const form = await presign();
    const response = await upload({ ...form, fields: { ...form.fields, "x-ignore-me": "x".repeat(20_480) } });
    expect(await errorIn(response)).toMatchObject({ status: 400, code: "MaxPostPreDataLengthExceeded" });
  });

  it("is refused if it is not multipart/form-data, or if it is cut", async () => {
    const { url } = await presign();
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

describe("pages", () => {
  it("may send forms and read the responses, refusals included, from the app's origins only", async () => {
    const form = await presign();
    const allowed = await send(form, entriesOf(form), { Origin: pageOrigin });
    expect(allowed.headers.get("access-control-allow-origin")).toBe(pageOrigin);
    const refused = await send(form, entriesOf(form, randomBytes(1)), { Origin: pageOrigin });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([400, pageOrigin]);
    const foreign = await send(form, entriesOf(form), { Origin: "http://evil.example" });
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    const ask = (Origin: string) => ({ Origin, "Access-Control-Request-Method": "POST" });
    const preflight = await fetch(form.url, { method: "OPTIONS", headers: ask(pageOrigin) });
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    expect((await fetch(form.url, { method: "OPTIONS", headers: ask("http://evil.example") })).status).toBe(403);
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html
describe("events of stored objects", () => {
  it("has the fields that S3 sends to EventBridge, with the plain key", async () => {
    const form = await presign({ Key: "a b/ü.mp3" });
    await upload(form);
    await test.put("by-sdk", "text");
    expect(events).toMatchObject([
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
    const [first = "", second = ""] = events.map(({ detail }) => detail.object.sequencer);
    expect(first < second).toBe(true);
  });

  it("are sent for the chosen buckets only", async () => {
    await test.sdk.send(new CreateBucketCommand({ Bucket: "quiet-bucket" }));
    await test.sdk.send(new PutObjectCommand({ Bucket: "quiet-bucket", Key: "song", Body: "text" }));
    expect(events).toEqual([]);
  });
});
