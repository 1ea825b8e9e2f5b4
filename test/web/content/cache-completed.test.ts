import { QueryClient } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import type { CompletedScenario } from "../../../domain/practice/progress.ts";
import { cacheCompleted, completedKey } from "../../../web/src/features/content/scenarios.ts";
import { deferReads } from "../deferred-reads.ts";

const row = (scenario_id: string, completed_at: string): CompletedScenario => ({
  user_id: "asha",
  scenario_id,
  topic_id: "health",
  completed_at,
});
const [earlier, later] = ["2026-11-20T09:00:00.000Z", "2026-11-21T09:00:00.000Z"];

function cache(): QueryClient {
  const queries = new QueryClient();
  onTestFinished(() => queries.clear());
  return queries;
}

test("cacheCompleted replaces an earlier completion of the same dialogue", () => {
  const queries = cache();
  queries.setQueryData(completedKey("asha"), [row("health-1", earlier), row("health-2", earlier)]);
  cacheCompleted(queries, "asha", row("health-1", later));
  expect(queries.getQueryData(completedKey("asha"))).toEqual([row("health-2", earlier), row("health-1", later)]);
});

test("cacheCompleted distinguishes dialogues with the same id by their language", () => {
  const queries = cache();
  const nepali: CompletedScenario = { ...row("health-1", earlier), language: "nepali" };
  const mandarin: CompletedScenario = { ...row("health-1", later), language: "mandarin" };
  queries.setQueryData(completedKey("asha"), [nepali]);
  cacheCompleted(queries, "asha", mandarin);
  expect(queries.getQueryData(completedKey("asha"))).toEqual([nepali, mandarin]);
});

test("cacheCompleted refetches the list if its request was pending during the change", async () => {
  const key = completedKey("asha");
  const { queries, reads, answer, cached } = deferReads<CompletedScenario[]>((read) => ({
    queryKey: key,
    queryFn: read,
  }));
  cacheCompleted(queries, "asha", row("health-1", later));
  await answer([]);
  expect(reads).toHaveLength(1);
  await answer([row("health-1", later)]);
  expect(cached()).toEqual([row("health-1", later)]);
});

test("cacheCompleted creates no list if none is cached", () => {
  const queries = cache();
  cacheCompleted(queries, "asha", row("health-1", later));
  expect(queries.getQueryData(completedKey("asha"))).toBeUndefined();
});
