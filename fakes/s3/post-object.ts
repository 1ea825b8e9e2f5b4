import { type AuthenticationSettings, checkScope, requireSameSignature } from "./authenticate.ts";
import { parseCredential, parseTimestamp } from "./claim.ts";
import { type Call, requireBucket } from "./operation.ts";
import { checkPostPolicy, parsePostPolicy } from "./post-policy.ts";
import { headersToKeep } from "./put-object.ts";
import { requireKeyLength, type S3Request } from "./request.ts";
import { notImplemented, S3Error } from "./s3-error.ts";
import { algorithm, sign } from "./sigv4.ts";
import { readUploadForm, type UploadForm } from "./upload-form.ts";
import { elements, text, xmlDocument } from "./xml.ts";

/** DeleteObjects is also a POST request to a bucket, but has a query parameter. */
export const isFormUpload = ({ method, bucket, key, query }: S3Request): boolean =>
  method === "POST" && bucket !== "" && key === "" && query.length === 0;

function requireField({ fields }: UploadForm, name: string): string {
  const value = fields.get(name.toLowerCase());
  if (value !== undefined) return value;
  const message = `Bucket POST must contain a field named '${name}'. If it is specified, please check the order of the fields.`;
  throw new S3Error("InvalidArgument", message, { ArgumentName: name });
}

const malformed = (message: string) => new S3Error("InvalidArgument", message);

/**
 * S3 does not limit the age of the signature. The policy expires instead.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-authentication-HTTPPOST.html (read on 2026-11-26)
 */
function authenticateForm(form: UploadForm, gate: AuthenticationSettings): void {
  if (!form.fields.has("policy") && !form.fields.has("x-amz-signature"))
    throw new S3Error("AccessDenied", "Access Denied");
  const policy = requireField(form, "Policy");
  if (requireField(form, "X-Amz-Algorithm") !== algorithm)
    throw malformed(`X-Amz-Algorithm only supports "${algorithm}"`);
  const { accessKeyId, scope } = parseCredential(requireField(form, "X-Amz-Credential"), malformed);
  parseTimestamp(requireField(form, "X-Amz-Date"), scope, malformed);
  checkScope({ accessKeyId, scope }, gate, "InvalidArgument");
  const given = requireField(form, "X-Amz-Signature");
  // The encoded policy is the whole text that is signed.
  const expected = sign(gate.credentials.secretAccessKey, scope, policy);
  requireSameSignature({ expected, given }, { AWSAccessKeyId: accessKeyId, StringToSign: policy });
}

const successStatuses = [200, 201, 204];

function sendSuccess({ response, request }: Call, form: UploadForm, stored: { key: string; etag: string }): void {
  const chosen = Number(form.fields.get("success_action_status"));
  const status = successStatuses.includes(chosen) ? chosen : 204;
  const Location = `http://${request.headers.host}/${request.bucket}/${encodeURIComponent(stored.key)}`;
  response.setHeader("ETag", stored.etag).setHeader("Location", Location);
  if (status !== 201) {
    response.writeHead(status).end();
    return;
  }
  const parts = { Location, Bucket: request.bucket, Key: stored.key, ETag: stored.etag };
  const document = elements(
    "PostResponse",
    Object.entries(parts).map(([name, value]) => text(name, value)),
  );
  response.writeHead(status, { "Content-Type": "application/xml" }).end(xmlDocument(document));
}

const unsupported = ["x-amz-security-token", "success_action_redirect", "redirect", "tagging"];

/** @throws S3Error */
export async function postObject(
  call: Omit<Call, "body">,
  gate: AuthenticationSettings,
  maxObjectBytes: number,
): Promise<void> {
  const { message, request, store } = call;
  const form = await readUploadForm(message, maxObjectBytes);
  const lacking = unsupported.find((name) => form.fields.has(name));
  if (lacking !== undefined) throw notImplemented(`the form field ${lacking}`);
  authenticateForm(form, gate);
  const key = requireField(form, "key");
  requireKeyLength(key);
  checkPostPolicy(parsePostPolicy(requireField(form, "Policy")), form, request.bucket, gate.now());
  requireBucket(call);
  const headers = headersToKeep(Object.fromEntries(form.fields));
  const { etag } = await store.put(request.bucket, key, { body: form.file, headers }, () => undefined);
  call.onStored({ key, sizeBytes: form.file.length, etag }, "POST Object");
  sendSuccess({ ...call, body: async () => form.file }, form, { key, etag });
}
