import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LanguageName } from "../../../domain/content/language.ts";
import { type DialoguesState, useDialogues } from "../../../web/src/features/content/scenarios.ts";
import { memoryStorage } from "../browser/memory-storage.ts";
import { type ContentServer, startContentServer } from "./content-server.ts";

const examples = "nepali/example/metadata.json";
const topics = "arabic/metadata.json";
const health = "arabic/health/metadata.json";
const legal = "arabic/legal/metadata.json";

let server: ContentServer;
let queries = new QueryClient();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", memoryStorage());
  server = startContentServer();
  server.folders = ["nepali/example/", "arabic/"];
  const answer = (path: string, rows: unknown) => server.files.set(path, () => Response.json(rows));
  answer(examples, [{ id: "example-1", scenario: "Doctor" }]);
  answer(topics, [
    { id: "health", name: "Health" },
    { id: "legal", name: "Legal" },
  ]);
  answer(health, [{ id: "health-1", scenario: "At the doctor" }]);
  answer(legal, [{ id: "legal-1", scenario: "At court" }]);
  queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
});
afterEach(() => {
  queries.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function look(language: LanguageName | null): DialoguesState {
  const given: DialoguesState[] = [];
  const Screen = () => {
    given.push(useDialogues("asha", language));
    return null;
  };
  renderToStaticMarkup(createElement(QueryClientProvider, { client: queries }, createElement(Screen)));
  const [dialogues] = given;
  if (!dialogues) throw new Error("A screen is drawn");
  return dialogues;
}

async function load(language: LanguageName | null): Promise<DialoguesState> {
  const fetched = new Set<string>();
  for (;;) {
    const dialogues = look(language);
    // The query of the topics is disabled if the language is null.
    const wanted = queries
      .getQueryCache()
      .getAll()
      .filter(({ queryHash }) => !fetched.has(queryHash) && !queryHash.includes("null"));
    if (wanted.length === 0) return dialogues;
    for (const query of wanted) {
      fetched.add(query.queryHash);
      const fetching = query.fetch().catch(() => undefined);
      await vi.advanceTimersByTimeAsync(60_000);
      await fetching;
    }
  }
}

const requestsFor = (path: string) => server.requests.filter((url) => url.startsWith(path)).length;
const titles = (dialogues: DialoguesState) =>
  dialogues.kind === "ready" ? dialogues.scenarios.map(({ title }) => title) : dialogues.kind;

describe("the dialogues of a learner", () => {
  it("are the examples if the learner has no language", async () => {
    expect(await load(null)).toMatchObject({
      kind: "ready",
      topics: [{ id: "example" }],
      scenarios: [{ id: "example-1", title: "Doctor", topicId: "example" }],
      missing: [],
    });
  });

  it("come from all topics of the language, each with its topic's name", async () => {
    expect(await load("arabic")).toMatchObject({
      kind: "ready",
      scenarios: [
        { id: "health-1", title: "At the doctor", topic: "Health", topicId: "health" },
        { id: "legal-1", title: "At court", topic: "Legal", topicId: "legal" },
      ],
      missing: [],
      retrying: false,
    });
  });

  it("are loading before the first response", async () => {
    expect(look("arabic").kind).toBe("loading");
    expect(look(null).kind).toBe("loading");
  });

  it("are ready at once if an earlier load stored them", async () => {
    await load("arabic");
    queries.clear();
    server.offline = true;
    expect(titles(look("arabic"))).toEqual(["At the doctor", "At court"]);
  });

  it("are an empty list if the language has no file of topics", async () => {
    server.files.delete(topics);
    expect(await load("arabic")).toMatchObject({ kind: "ready", topics: [], scenarios: [] });
  });
});

describe("dialogues that cannot be loaded", () => {
  it("do not hide the dialogues of other topics", async () => {
    server.files.set(legal, () => new Response("", { status: 503 }));
    const partly = await load("arabic");
    expect(partly).toMatchObject({ kind: "ready", missing: [{ id: "legal" }] });
    expect(titles(partly)).toEqual(["At the doctor"]);
  });

  it.each<[string, () => void, string]>([
    ["no network", () => Object.assign(server, { offline: true }), "The content cannot be reached."],
    ["a failing server", () => trouble(503), "The content cannot be reached."],
    ["a malformed file", () => disorder(), "There is a problem on our side."],
    ["a missing file", () => trouble(404), "There is a problem on our side."],
  ])("are reported with “$2” if the cause is $0", async (_, happen, reason) => {
    // The grant is cached, so the first request is for content.
    await load("arabic");
    queries.clear();
    localStorage.clear();
    happen();
    const failed = await load(null);
    expect(failed).toMatchObject({ kind: "failed", reason: expect.stringContaining(reason), retrying: false });
  });

  it("are reported if the topics cannot be loaded", async () => {
    server.files.set(topics, () => new Response("", { status: 503 }));
    expect(await load("arabic")).toMatchObject({
      kind: "failed",
      reason: "The content cannot be reached. Check your connection and try again.",
    });
  });

  it("are retried once automatically after a 503, but not after a 404", async () => {
    server.files.set(examples, () => new Response("", { status: 503 }));
    await load(null);
    expect(requestsFor(examples)).toBe(2);
    server.files.set(health, () => new Response("", { status: 404 }));
    await load("arabic");
    expect(requestsFor(health)).toBe(1);
    expect(requestsFor(legal)).toBe(1);
  });

  it("are the only dialogues that a retry fetches", async () => {
    server.files.set(legal, () => new Response("", { status: 404 }));
    const partly = await load("arabic");
    server.files.set(legal, () => Response.json([{ id: "legal-1", scenario: "At court" }]));
    const before = server.requests.length;
    if (partly.kind === "ready") partly.retry();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(titles(look("arabic"))).toEqual(["At the doctor", "At court"]);
    expect(server.requests.slice(before)).toEqual([expect.stringContaining(legal)]);
  });
});

function trouble(status: number): void {
  server.files.set(examples, () => new Response("", { status }));
}

function disorder(): void {
  server.files.set(examples, () => Response.json({ no: "list" }));
}
