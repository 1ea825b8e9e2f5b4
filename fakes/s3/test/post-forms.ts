import { createHmac, randomBytes } from "node:crypto";
import { createPresignedPost, type PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import type { ObjectCreated } from "../object-created.ts";
import { bucket, credentials, region, startTestS3 } from "./fixture.ts";

export const key = "share/recording-0-1.mp3";
export const audio = randomBytes(4000);

type Form = { url: string; fields: Record<string, string> };
export type Entry = readonly [name: string, value: string | Blob];

const signatureConditions = [
  ["starts-with", "$x-amz-algorithm", ""],
  ["starts-with", "$x-amz-credential", ""],
  ["starts-with", "$x-amz-date", ""],
];
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
export const policyWith = (conditions: unknown[]) => ({
  expiration: inAnHour(),
  conditions: [{ bucket }, ["eq", "$key", key], ...signatureConditions, ...conditions],
});

export const entriesOf = ({ fields }: Form, file: Uint8Array = audio): Entry[] => [
  ...Object.entries(fields),
  ["file", new Blob([new Uint8Array(file)], { type: "audio/mpeg" })],
];

export function send(
  { url }: Form,
  entries: readonly Entry[],
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return fetch(url, { method: "POST", body, headers });
}

export const upload = async (form: Form, file?: Uint8Array) => send(form, entriesOf(form, file));

export async function startFormS3() {
  let aheadMs = 0;
  const events: ObjectCreated[] = [];
  const notifications = { buckets: [bucket], send: (event: ObjectCreated) => void events.push(event) };
  const test = await startTestS3({ now: () => new Date(Date.now() + aheadMs), notifications });
  return {
    ...{ ...test, events },
    advance: (milliseconds: number) => {
      aheadMs += milliseconds;
    },
    reset: () => {
      aheadMs = 0;
      events.length = 0;
    },
    stored: (name = key) => test.s3.read(bucket, name),
    presign: (options: Partial<PresignedPostOptions> = {}): Promise<Form> =>
      createPresignedPost(test.sdk, {
        Bucket: bucket,
        Key: key,
        Fields: { "Content-Type": "audio/mpeg" },
        Conditions: [["content-length-range", audio.length, audio.length]],
        Expires: 300,
        ...options,
      }),
    signPolicy: (policy: unknown, secretAccessKey = credentials.secretAccessKey): Form => {
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
    },
  };
}
