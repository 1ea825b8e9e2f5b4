/*
 * Expectations come from https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html and
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html.
 */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pageOrigin } from "./fixture.ts";
import { audio, type Entry, entriesOf, policyWith, send, startFormS3, upload } from "./post-forms.ts";

let test: Awaited<ReturnType<typeof startFormS3>>;
beforeAll(async () => {
  test = await startFormS3();
});
beforeEach(() => test.reset());
afterAll(() => test.close());

describe("an upload by a presigned form", () => {
  it("stores the exact file with its type and returns 204 without a body", async () => {
    const response = await upload(await test.presign());
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    const etag = `"${createHash("md5").update(audio).digest("hex")}"`;
    expect(response.headers.get("etag")).toBe(etag);
    const object = test.stored();
    expect(object?.etag).toBe(etag);
    expect(object?.headers["content-type"]).toBe("audio/mpeg");
    expect(Buffer.concat((await object?.read().toArray()) ?? []).equals(audio)).toBe(true);
  });

  it.each([
    ["200", 200],
    ["201", 201],
    ["204", 204],
    ["404", 204],
  ])("with success_action_status %s returns the status %i", async (wanted, status) => {
    const response = await upload(await test.presign({ Fields: { success_action_status: wanted }, Conditions: [] }));
    expect(response.status).toBe(status);
    const document = await response.text();
    const names = [...document.matchAll(/<(\w+)>/g)].map(([, name]) => name);
    expect(names).toEqual(status === 201 ? ["PostResponse", "Location", "Bucket", "Key", "ETag"] : []);
  });

  it("ignores fields after the file", async () => {
    const form = await test.presign();
    const entries: Entry[] = [...entriesOf(form), ["x-amz-meta-note", "not covered"], ["key", "other"]];
    expect((await send(form, entries)).status).toBe(204);
    expect(test.stored("other")).toBeNull();
    expect(test.stored()?.headers["x-amz-meta-note"]).toBeUndefined();
  });

  it("replaces the variable “filename” in the key by the name of the file", async () => {
    const form = await test.presign({ Key: "named/$" + "{filename}", Conditions: [], Fields: {} });
    const body: Entry[] = [...Object.entries(form.fields), ["file", new File(["sound"], "a b.mp3")]];
    expect((await send(form, body)).status).toBe(204);
    expect(test.stored("named/a b.mp3")?.sizeBytes).toBe(5);
  });

  it("replaces the object if the unexpired form is sent again", async () => {
    const form = await test.presign();
    await upload(form);
    const next = randomBytes(audio.length);
    expect((await upload(form, next)).status).toBe(204);
    expect(test.stored()?.etag).toBe(`"${createHash("md5").update(next).digest("hex")}"`);
  });

  it("accepts fields and conditions in any letter case, and fields that begin with x-ignore-", async () => {
    const form = test.signPolicy(policyWith([["eq", "$CONTENT-type", "audio/mpeg"]]));
    const more = { ...form, fields: { ...form.fields, "Content-TYPE": "audio/mpeg", "x-ignore-me": "1" } };
    expect((await upload(more)).status).toBe(204);
  });
});

describe("pages", () => {
  it("of the app's origin may read responses and refusals, and pages of a foreign origin may not", async () => {
    const form = await test.presign();
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
