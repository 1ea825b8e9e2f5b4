import { expect, it } from "vitest";
import { exams } from "../../../../domain/exam/exams.ts";
import { eventsOf } from "../../../../web/src/features/exam/sheet/segment-head.tsx";
import { sheetOf } from "../../../../web/src/features/exam/sheet/sheet-view.ts";
import { aDialogue, anAttempt, aTake, heard } from "../marked-mocks.ts";

it("tells of a segment what happened in it: repeats, of which one in a dialogue is free, and what broke off", () => {
  const dialogue = aDialogue([
    heard,
    { ...heard, repeats: 1 },
    { ...heard, repeats: 1, interrupted: true },
    { ...heard, repeats: 2 },
  ]);
  const takes = [aTake({ gaps: [{ atSeconds: 7, seconds: 0.4 }] })];
  const sheet = sheetOf({ attempt: anAttempt(dialogue), texts: [null], changes: [], takes });
  expect(sheet.map((segment) => eventsOf(exams["naati-ccl"], dialogue, segment))).toEqual([
    ["0.4 seconds are missing at 0:07"],
    ["Heard again once, which is free"],
    ["Heard again once: Parlance proposes 1\u00a0mark", "Interrupted"],
    ["Heard again 2 times: Parlance proposes 2\u00a0marks"],
  ]);
});
