import type { IncomingMessage } from "node:http";
import { collect } from "./body.ts";
import { headerValue } from "./request.ts";
import { S3Error } from "./s3-error.ts";

/** S3 ignores the fields after the file, so the form does not include these fields. */
export type UploadForm = {
  /** In the order sent. Names are in lower case, because S3 ignores their case. */
  fields: ReadonlyMap<string, string>;
  file: Buffer;
};

type FormValue = string | File;

/**
 * The longest form in bytes, without the bytes of its file. Source: "Browser-based uploads using POST", S3 API
 * Reference. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTForms.html
 */
const maxFormBytes = 20 * 1024;

function requireMultipart(message: IncomingMessage): string {
  const type = headerValue(message.headers, "content-type") ?? "";
  if (/^multipart\/form-data\b/i.test(type)) return type;
  throw new S3Error("PreconditionFailed", "At least one of the pre-conditions you specified did not hold", {
    Condition: "Bucket POST must be of the enclosure-type multipart/form-data",
  });
}

async function parseMultipart(body: Buffer, type: string): Promise<[name: string, value: FormValue][]> {
  try {
    return [...(await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData())];
  } catch {
    throw new S3Error("MalformedPOSTRequest", "The body of your POST request is not well-formed multipart/form-data.");
  }
}

function requireOneValue(name: string, fields: ReadonlyMap<string, string>): void {
  if (!fields.has(name)) return;
  throw new S3Error("InvalidArgument", `Only one value may be specified for the field ${name}`, { ArgumentName: name });
}

/**
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html (read on 2026-11-26)
 * @throws S3Error
 */
export async function readUploadForm(message: IncomingMessage, maxFileBytes: number): Promise<UploadForm> {
  const type = requireMultipart(message);
  const body = await collect(message, maxFileBytes + maxFormBytes);
  const fields = new Map<string, string>();
  for (const [sentName, value] of await parseMultipart(body, type)) {
    const name = sentName.toLowerCase();
    if (name === "file") {
      const file = Buffer.from(await new Blob([value]).arrayBuffer());
      if (body.length - file.length > maxFormBytes) {
        const message = "Your POST request fields preceding the upload file were too large.";
        throw new S3Error("MaxPostPreDataLengthExceeded", message, { MaxPostPreDataLengthBytes: String(maxFormBytes) });
      }
      return { fields: expandFileName(fields, value), file };
    }
    requireOneValue(name, fields);
    fields.set(name, typeof value === "string" ? value : await value.text());
  }
  const details = { ArgumentName: "file", ArgumentValue: "0" };
  throw new S3Error("InvalidArgument", "POST requires exactly one file upload per request.", details);
}

/** S3 replaces the variable for the file name before it checks the policy. */
function expandFileName(fields: ReadonlyMap<string, string>, file: FormValue): ReadonlyMap<string, string> {
  const key = fields.get("key");
  if (key === undefined || typeof file === "string") return fields;
  return new Map([...fields, ["key", key.replaceAll("$" + "{filename}", file.name)]]);
}
