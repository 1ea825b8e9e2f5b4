import type { RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../fakes/foundation/listen.ts";
import { fetchFile } from "../../../web/src/guest/shared-content.ts";

async function serve(answer: RequestListener): Promise<string> {
  const { url, close } = await listen(answer, 0);
  onTestFinished(close);
  return url;
}

test("fetchFile returns the bytes of the file", async () => {
  const url = await serve((_, response) => response.end("whole"));
  expect(new TextDecoder().decode(await fetchFile(url))).toBe("whole");
});

test("fetchFile reports a connection that is lost during the download as unreachable", async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("first bytes", () => response.destroy());
  });
  await expect(fetchFile(url)).rejects.toMatchObject({ code: "unreachable" });
});

test.each([
  [403, "unauthorized"],
  [404, "unauthorized"],
  [503, "internal_error"],
])("fetchFile reports status %i as %s", async (status, code) => {
  const url = await serve((_, response) => response.writeHead(status).end());
  await expect(fetchFile(url)).rejects.toMatchObject({ code });
});
