// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { ReadyTerm } from "../../../domain/study/ready-list.ts";
import { useReadyRun } from "../../../web/src/features/glossary/use-ready-run.ts";
import { loadStudyChanges } from "../../../web/src/features/study/study-data.ts";
import { renderHook } from "../support/render-hook.ts";

const readyTerm = (english: string): ReadyTerm => ({
  ...{ language: "nepali", english, translation: `${english} in Nepali`, sentence: "", note: "" },
  ...{ topic_id: "health", segment: null, shownFirst: "english" },
});
const terms = ["fever", "cough", "pain"].map(readyTerm);

const storedTerms = async (userId: string) =>
  (await loadStudyChanges(userId)).flatMap(({ change }) =>
    change.type === "term" ? (change.term?.english ?? []) : [],
  );

test("keepAll() adds only two terms to a glossary with room for two, and keep() then adds none", async () => {
  const userId = crypto.randomUUID();
  const { result } = await renderHook((ownCount: number) => useReadyRun({ userId, terms, ownCount }), 9_998);
  expect(result().isFull).toBe(false);
  await act(async () => result().keepAll());
  expect([...result().kept]).toEqual([0, 1]);
  expect(result().isFull).toBe(true);
  await vi.waitFor(async () => expect((await storedTerms(userId)).toSorted()).toEqual(["cough", "fever"]));
  for (let press = 0; press < 4; press += 1) await act(async () => result().advance());
  await act(async () => result().keep());
  expect([...result().kept]).toEqual([0, 1]);
  expect(await storedTerms(userId)).toHaveLength(2);
});

test("keep keeps nothing in a glossary of 10,001 terms", async () => {
  const userId = crypto.randomUUID();
  const { result } = await renderHook((ownCount: number) => useReadyRun({ userId, terms, ownCount }), 10_001);
  expect(result().isFull).toBe(true);
  await act(async () => result().keep());
  expect([...result().kept]).toEqual([]);
  expect(await storedTerms(userId)).toEqual([]);
});
