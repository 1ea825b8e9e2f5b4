import { deleteCondition } from "./conditions.ts";
import { type Operation, requireBucket, sendXml } from "./operation.ts";
import { notImplemented, S3Error } from "./s3-error.ts";
import { elements, innerMarkup, s3Namespace, text, unescapeXml, xmlDocument } from "./xml.ts";

export const deleteObject: Operation = {
  methods: ["DELETE"],
  target: "object",
  parameters: [],
  run: (call) => {
    requireBucket(call);
    call.store.remove(call.request.bucket, call.request.key, deleteCondition(call.request));
    call.response.writeHead(204).end();
  },
};

/** Source: DeleteObjects in the Amazon S3 API Reference. */
const maxKeys = 1000;

function parseKeys(document: string): { keys: string[]; isQuiet: boolean } {
  const objects = innerMarkup(document, "Object");
  if (objects.some((object) => innerMarkup(object, "VersionId").length > 0)) throw notImplemented("versions");
  if (objects.some((object) => innerMarkup(object, "ETag").length > 0))
    throw notImplemented("ETags of a list to delete");
  const keys = objects.flatMap((object) => innerMarkup(object, "Key").slice(0, 1)).map(unescapeXml);
  if (keys.length === 0 || keys.length !== objects.length || keys.length > maxKeys || keys.includes("")) {
    throw new S3Error(
      "MalformedXML",
      "The XML you provided was not well-formed or did not validate against our published schema",
    );
  }
  return { keys, isQuiet: innerMarkup(document, "Quiet")[0]?.trim() === "true" };
}

export const deleteObjects: Operation = {
  methods: ["POST"],
  target: "bucket",
  marker: "delete",
  parameters: [],
  run: async (call) => {
    requireBucket(call);
    const { request, response, store } = call;
    const isProtected = Object.keys(request.headers).some(
      (name) => name === "content-md5" || name.startsWith("x-amz-checksum-"),
    );
    if (!isProtected) throw new S3Error("InvalidRequest", "Missing required header for this request: Content-MD5");
    const { keys, isQuiet } = parseKeys((await call.body()).toString());
    for (const key of keys) store.remove(request.bucket, key, () => undefined);
    const deleted = isQuiet ? [] : keys.map((key) => elements("Deleted", [text("Key", key)]));
    sendXml(response, xmlDocument(elements("DeleteResult", deleted, s3Namespace)));
  },
};
