// @vitest-environment happy-dom
// This environment has no IndexedDB, so no term can be stored.
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useReadyRun } from "../../../web/src/features/glossary/use-ready-run.ts";
import { useTermImport } from "../../../web/src/features/glossary/use-term-import.ts";
import { renderHook } from "../support/render-hook.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

const words = { english: "lease", translation: "contrato", language: "spanish", note: "", sentence: "" } as const;
const ready = { ...words, topic_id: null, segment: null, shownFirst: "english" } as const;

test("an import whose terms cannot be stored offers to save them again", async () => {
  const { result } = await renderHook(() => useTermImport("asha", "spanish", []), undefined);
  const file = new File(["English,Spanish\nlease,contrato\n"], "terms.csv");
  await act(async () => result().choose(file));
  await vi.waitFor(() => expect(result().state.kind).toBe("read"));
  const { state } = result();
  if (state.kind !== "read") throw new Error(`The file was not read: ${state.kind}`);
  await act(() => result().save(state.result));
  expect(result().state).toEqual(state);
});

test("a ready term that cannot be stored is not shown as kept", async () => {
  const { result } = await renderHook(() => useReadyRun("asha", [ready]), undefined);
  await act(async () => result().keep());
  await vi.waitFor(() => expect(result().kept.size).toBe(0));
});
