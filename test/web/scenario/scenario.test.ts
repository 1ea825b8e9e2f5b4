import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { helpFor, type ScenarioRequest, scenarioQuery } from "../../../web/src/features/scenario/scenario.ts";
import { writeSession } from "../../../web/src/features/scenario/scenario-session-store.ts";
import { memoryStorage } from "../browser/memory-storage.ts";
import { type ContentServer, startContentServer } from "../content/content-server.ts";

const hour = 60 * 60 * 1000;
const paid: ScenarioRequest = { userId: "asha", scenarioId: "legal-1", preference: "arabic", paid: true };
const example: ScenarioRequest = { userId: "asha", scenarioId: "example-1", preference: null, paid: false };
const segment = { name: "Clerk", audio: "segment-1.mp3", original_script: "Hello", translated_script: "مرحبا" };
const metadata = "arabic/legal/legal-1/metadata.json";

let server: ContentServer;
beforeEach(() => {
  vi.stubGlobal("localStorage", memoryStorage());
  server = startContentServer();
  server.folders = ["nepali/example/", "arabic/"];
  server.files.set(metadata, () => Response.json([{ ...segment, original_script: "Hello from the content" }]));
  server.files.set("arabic/legal/metadata.json", () => Response.json([{ id: "legal-1", scenario: "At court" }]));
});
afterEach(() => void vi.unstubAllGlobals());

const open = (request: ScenarioRequest) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return queries.fetchQuery(scenarioQuery(request));
};

function storeSession({ ageMs = 0, scenarioId = "legal-1", userLanguage = "arabic" as "arabic" | "spanish" } = {}) {
  const fetchedAt = Date.now() - ageMs;
  const facts = { currentSegmentIndex: 0, attemptMap: {}, completedSet: [0], lastAccessTime: fetchedAt };
  const session = { ...facts, scenarioId, userLanguage, segments: [segment], scenarioTitle: "At court" };
  writeSession("asha", {
    version: 1,
    timestamp: fetchedAt,
    session: { ...session, topicId: "legal" },
  });
}

const scriptOf = ({ segments }: Awaited<ReturnType<typeof open>>) => segments[0]?.original_script;

describe("a dialogue", () => {
  it("has its title from the content, and its language from the learner's preference", async () => {
    expect(await open(paid)).toMatchObject({ title: "At court", folder: "arabic/legal/legal-1/", language: "arabic" });
  });

  it("needs no request if its stored session is less than an hour old", async () => {
    storeSession({ ageMs: hour - 5_000 });
    const opened = await open(paid);
    expect(opened).toMatchObject({ title: "At court", folder: "arabic/legal/legal-1/", segments: [segment] });
    expect(server.requests).toEqual([]);
  });

  it("is fetched again if its stored session is older than an hour", async () => {
    storeSession({ ageMs: hour + 5_000 });
    expect(scriptOf(await open(paid))).toBe("Hello from the content");
  });

  it("uses a stored session of three days ago while the content is unreachable", async () => {
    storeSession({ ageMs: 3 * 24 * hour });
    server.offline = true;
    expect(scriptOf(await open(paid))).toBe("Hello");
  });

  it("cannot be opened while offline if it is not kept and no session is stored", async () => {
    server.offline = true;
    await expect(open(paid)).rejects.toThrow(/cannot be reached/);
  });

  it("cannot be opened if the content is malformed, even with a stored session of two hours ago", async () => {
    storeSession({ ageMs: 2 * hour });
    server.files.set(metadata, () => Response.json({}));
    await expect(open(paid)).rejects.toThrow("Invalid metadata format - expected array of segments");
  });

  it.each([0, 2 * hour])(
    "is refused without a paid plan, even with a stored session that is %i ms old",
    async (ageMs) => {
      storeSession({ ageMs });
      server.offline = true;
      await expect(open({ ...paid, paid: false })).rejects.toThrow(
        "Premium subscription required to access this content",
      );
      expect(server.requests).toEqual([]);
    },
  );

  it("is fetched if the stored session has another language", async () => {
    storeSession({ userLanguage: "spanish" });
    expect(scriptOf(await open(paid))).toBe("Hello from the content");
  });

  it("needs no plan and no language preference if it is an example", async () => {
    server.files.set("nepali/example/example-1/metadata.json", () => Response.json([segment]));
    server.files.set("nepali/example/metadata.json", () => Response.json([{ id: "example-1", scenario: "Doctor" }]));
    expect(await open(example)).toMatchObject({ title: "Doctor", language: "nepali" });
  });
});

describe("the remedy for a dialogue that cannot be opened", () => {
  const failure = (request: ScenarioRequest) =>
    open(request).then(
      () => "no failure",
      (error: Error) => [error.message, helpFor(error)],
    );

  it("is a retry if the content is unreachable", async () => {
    server.offline = true;
    expect(await failure(paid)).toEqual([expect.stringContaining("cannot be reached"), "try-again"]);
  });

  it("is a retry if the API requires a new login", async () => {
    server.refusedStatus = 401;
    expect((await failure(paid))[1]).toBe("try-again");
  });

  it("is to choose the plan or the language that the learner lacks", async () => {
    expect(await failure({ ...paid, paid: false })).toEqual([
      "Premium subscription required to access this content",
      "choose-plan",
    ]);
    expect(await failure({ ...paid, preference: null })).toEqual([
      expect.stringContaining("No language preference set"),
      "choose-language",
    ]);
  });

  it("is absent for malformed or missing content", async () => {
    server.files.set(metadata, () => new Response("not json"));
    const reason = "Invalid metadata format - expected array of segments";
    expect(await failure(paid)).toEqual([`Failed to load segments for ${metadata}: ${reason}`, "nothing"]);
    server.files.set(metadata, () => new Response("", { status: 404 }));
    expect(await failure(paid)).toEqual([`Failed to load segments for ${metadata}: it is not available`, "nothing"]);
  });
});
