// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ScoringUnit } from "../../../../domain/content/pack.ts";
import type { MarkingChange } from "../../../../domain/exam/exam-attempt.ts";
import { mergeChanges } from "../../../../domain/exam/exam-marking.ts";
import { exams } from "../../../../domain/exam/exams.ts";
import { defaultSheetKeys, sheetActions, sheetShortcuts } from "../../../../web/src/features/exam/sheet/sheet-keys.tsx";
import { createSheetPlayer, type SheetPlayer } from "../../../../web/src/features/exam/sheet/sheet-player.ts";
import { buildSheet } from "../../../../web/src/features/exam/sheet/sheet-view.ts";
import { type Sheet, useSheet } from "../../../../web/src/features/exam/sheet/use-sheet.ts";
import { useShortcuts } from "../../../../web/src/features/shortcuts/shortcuts.ts";
import { FakePlayer } from "../../audio/fake-player.ts";
import { renderHook } from "../../support/render-hook.ts";
import { aDialogue, anAttempt, anExamRecording, aSegment, heard } from "../marked-attempts.ts";

const units: ScoringUnit[] = [
  { kind: "number", original: "two", translation: "दुई" },
  { kind: "negation", original: "not three", translation: "तीन होइन" },
];
const exam = exams["naati-ccl"];
const attempt = anAttempt(aDialogue([heard, null, heard]));
const texts = [[aSegment(units), aSegment(), aSegment()]];
const recordings = [anExamRecording(), anExamRecording({ segment: 2, number: 2 })];
const recording = { data: new ArrayBuffer(1), type: "audio/wav" };

type Given = { changes: readonly MarkingChange[]; player: SheetPlayer };

const done = vi.fn();
const result = vi.fn();

async function openSheet() {
  const device = new FakePlayer();
  const player = createSheetPlayer(device, () => {});
  let changes: readonly MarkingChange[] = [];
  const hook = await renderHook(
    (given: Given) => {
      const sheet = useSheet({
        ...{ exam, player: given.player, onDone: done, onTerm: () => {}, loadAudio: async () => recording },
        sheet: buildSheet({ attempt, texts, changes: given.changes, recordings: recordings }),
        onChange: (added) => {
          changes = mergeChanges(changes, added);
        },
      });
      const facts = { player, kinds: exam.errors.value, onResult: result, onHelp: () => {} };
      useShortcuts(sheetShortcuts, sheet ? sheetActions({ ...facts, sheet }) : {});
      return sheet;
    },
    { changes, player },
  );
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      await act(async () => document.body.dispatchEvent(event));
      await hook.rerender({ changes, player });
    }
  };
  const does = async (what: (sheet: Sheet | null) => void) => {
    await act(async () => what(hook.result()));
    await hook.rerender({ changes, player });
  };
  const close = hook.unmount;
  return { device, player, press, does, close, sheet: () => hook.result(), changes: () => changes };
}

beforeEach(() => {
  done.mockReset();
  result.mockReset();
  sheetShortcuts.choice.set({ on: true, keys: defaultSheetKeys });
});

describe("the keys of the marking sheet", () => {
  it("tick single units by digits and all remaining units by one key", async () => {
    const { press, sheet } = await openSheet();
    await press("2", "c");
    expect(sheet()?.segment.units.map(({ outcome }) => outcome)).toEqual(["carried", "missed"]);
    await press("2", "1", "3");
    expect(sheet()?.segment.units.map(({ outcome }) => outcome)).toEqual([null, "carried"]);
  });

  it("mark a segment and open the next segment that was heard", async () => {
    const { press, sheet, device } = await openSheet();
    await press("m");
    expect([sheet()?.segment.segment, done.mock.calls.length]).toEqual([2, 0]);
    await vi.waitUntil(() => device.heard === recording);
    await press("m");
    expect(done).toHaveBeenCalledOnce();
  });

  it("note an error at the playback position, and pause the recording", async () => {
    const { press, sheet, player, device, does } = await openSheet();
    await press("y");
    await vi.waitUntil(() => player.position.get().state === "playing");
    device.progress(3.44, 10);
    await press("o");
    expect([device.isPaused, sheet()?.draft?.note]).toMatchObject([true, { kind: "omission", at_seconds: 3.4 }]);
    await does((shown) => shown?.save());
    expect([device.isPaused, sheet()?.segment.notes.length, sheet()?.segment.lost]).toEqual([false, 1, 0.5]);
  });

  it("start a note, which is saved when another segment opens", async () => {
    const { press, sheet, does } = await openSheet();
    await press("d");
    await does((shown) => shown?.goTo(2));
    expect([sheet()?.draft, sheet()?.segment.segment]).toEqual([null, 2]);
    await press("p");
    expect(sheet()?.segment.notes.map(({ kind }) => kind)).toEqual(["distortion"]);
    await press("e");
    expect(sheet()?.draft).toMatchObject({ isNew: false, note: { kind: "distortion" } });
    await does((shown) => shown?.remove());
    expect(sheet()?.segment.notes).toEqual([]);
  });

  it("start a note, which is saved when the sheet closes", async () => {
    const { press, close, changes } = await openSheet();
    await press("d");
    await close();
    expect(changes()).toMatchObject([{ type: "note", note: { kind: "distortion" } }]);
  });

  it("start a note, which is not saved if it is cancelled before the sheet closes", async () => {
    const { press, does, close, changes } = await openSheet();
    await press("d");
    await does((shown) => shown?.cancel());
    await close();
    expect(changes()).toEqual([]);
  });

  it("are all different by default", () => {
    const keys = Object.values(defaultSheetKeys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("offer only the actions that a segment without content allows", async () => {
    const { sheet, player } = await openSheet();
    const whole = sheet();
    if (!whole) throw new Error("There is a sheet");
    const segment = { ...whole.segment, text: null, units: [], recording: null, notes: [] };
    const facts = { player, kinds: exam.errors.value, onResult: result, onHelp: () => {} };
    expect(Object.keys(sheetActions({ ...facts, sheet: { ...whole, segment } })).toSorted()).toEqual(
      ["back", "on", "marked", "previous", "next", "result", "help", ...exam.errors.value].toSorted(),
    );
  });
});
