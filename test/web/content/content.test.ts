import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchAudio } from "../../../web/src/features/content/content.ts";
import { type ContentServer, startContentServer } from "./content-server.ts";

const path = "nepali/example/example-1/segments/segment-1.mp3";
let server: ContentServer;

beforeEach(() => {
  server = startContentServer();
});
afterEach(() => void vi.unstubAllGlobals());

function serve(...answers: (() => Response)[]): void {
  let times = 0;
  server.files.set(path, () => {
    const answer = answers[Math.min(times, answers.length - 1)] ?? Response.error;
    times += 1;
    return answer();
  });
}
const good = () => new Response("sound");
const refused = () => new Response("<Error/>", { status: 403 });

it("fetchAudio fetches an audio file with the grant for its folder", async () => {
  serve(good);
  expect((await fetchAudio(path, {})).byteLength).toBe(5);
  expect(server.requests).toEqual(["API content-grants", `${path}?grant=1`]);
});

it("fetchAudio retries once with a fresh grant if the signature is refused", async () => {
  serve(refused, good);
  expect((await fetchAudio(path, {})).byteLength).toBe(5);
  expect(server.requests).toEqual(["API content-grants", `${path}?grant=1`, "API content-grants", `${path}?grant=2`]);
});

it("fetchAudio reports a file as missing after two refusals", async () => {
  serve(refused);
  await expect(fetchAudio(path, {})).rejects.toMatchObject({ reason: "missing" });
  expect(server.requests.filter((url) => url.startsWith(path)).length).toBe(2);
});

it.each([
  ["an empty file", () => new Response(""), "empty", "Received empty audio file"],
  ["a failing server", () => new Response("", { status: 503 }), "unreachable", "The content cannot be reached."],
  ["a missing file", () => new Response("", { status: 404 }), "missing", "is not available (404)"],
  ["a broken connection", brokenOff, "unreachable", "The content cannot be reached."],
])("fetchAudio reports %s", async (_, answer, reason, message) => {
  serve(answer);
  await expect(fetchAudio(path, {})).rejects.toMatchObject({ reason, message: expect.stringContaining(message) });
});

it("fetchAudio reports the content as unreachable if there is no network", async () => {
  serve(good);
  await fetchAudio(path, {});
  server.offline = true;
  await expect(fetchAudio(path, {})).rejects.toMatchObject({ reason: "unreachable" });
});

it("fetchAudio reports that a plan is needed if the learner has no grant for the file", async () => {
  await expect(fetchAudio("arabic/legal/legal-1/segments/segment-1.mp3", {})).rejects.toMatchObject({
    reason: "premium-required",
    message: "Premium subscription required to access this content",
  });
});

function brokenOff(): Response {
  return new Response(
    new ReadableStream({
      pull: (controller) => controller.error(new TypeError("network error")),
    }),
  );
}
