import { expect, it, vi } from "vitest";
import type { SaveResult } from "../../../../web/src/features/recording/store/recording-database.ts";
import { RecordingStoreError } from "../../../../web/src/features/recording/store/recording-database.ts";
import type { RecordingJournal } from "../../../../web/src/features/recording/store/recording-journal.ts";
import { createUnsavedRecordings } from "../../../../web/src/features/recording/store/unsaved-recordings.ts";

const recording = { wav: new ArrayBuffer(44), durationSeconds: 2, interrupted: false };
const stored: SaveResult = {
  record: {
    ...{ userId: "asha", language: "nepali", scenarioId: "health-1", segmentIndex: 0, title: "At the doctor" },
    ...{ number: 12, attempt: 1, recordedAt: 0, usedAt: 0, durationSeconds: 2, interrupted: false },
    ...{ key: "recording_nepali_health-1_0", type: "audio/wav", bytes: 44 },
  },
  evicted: [],
};

function fakeJournal(attempt = 1) {
  const answer = Promise.withResolvers<SaveResult>();
  const journal = {
    segment: { userId: "asha", language: "nepali", scenarioId: "health-1", segmentIndex: 0, title: "At the doctor" },
    attempt,
    lock: `lock-${attempt}`,
    add: () => undefined,
    finish: vi.fn(() => answer.promise),
    writtenSeconds: () => 0,
    releaseLock: vi.fn(),
    savePartial: async () => null,
    discard: vi.fn(async () => undefined),
  } satisfies RecordingJournal;
  return { journal, answer };
}

const facts = { now: 77, cause: new RecordingStoreError("quota") };

it("the list of unsaved recordings assigns increasing numbers above one billion", () => {
  const unsaved = createUnsavedRecordings();
  const [one, two] = [
    unsaved.add(fakeJournal(3).journal, recording, facts),
    unsaved.add(fakeJournal().journal, recording, facts),
  ];
  expect(one.ref).toEqual({
    number: expect.any(Number),
    attempt: 3,
    recordedAt: 77,
    durationSeconds: 2,
    interrupted: false,
  });
  expect(one.ref.number).toBeGreaterThan(1_000_000_000);
  expect(two.ref.number).toBeGreaterThan(one.ref.number);
  expect(unsaved.get(two.ref.number)).toBe(two);
  expect(unsaved.all.get()).toEqual([one, two]);
});

it("the list of unsaved recordings includes each recording's gaps and the reason why it is not saved", () => {
  const unsaved = createUnsavedRecordings();
  const gaps = [{ atSeconds: 1, seconds: 0.2 }];
  unsaved.add(fakeJournal().journal, { ...recording, gaps }, facts);
  unsaved.add(fakeJournal().journal, recording, { now: 0, cause: new TypeError("told by the browser") });
  expect(unsaved.all.get()).toMatchObject([{ reason: "quota", ref: { gaps } }, { reason: "unavailable" }]);
});

it("the list of unsaved recordings stores a recording only once in concurrent retries", async () => {
  const unsaved = createUnsavedRecordings();
  const { journal, answer } = fakeJournal();
  const { ref } = unsaved.add(journal, recording, facts);
  const onStored = vi.fn();
  const both = Promise.all([unsaved.retry(onStored), unsaved.retry(onStored)]);
  answer.resolve(stored);
  await both;
  expect(journal.finish).toHaveBeenCalledOnce();
  expect(onStored.mock.calls).toEqual([[expect.objectContaining({ ref }), stored]]);
  expect(unsaved.all.get()).toEqual([]);
});

it("the list of unsaved recordings keeps a recording for the next retry if a retry fails", async () => {
  const unsaved = createUnsavedRecordings();
  const refused = fakeJournal();
  const accepted = fakeJournal();
  const kept = unsaved.add(refused.journal, recording, facts);
  unsaved.add(accepted.journal, recording, facts);
  refused.answer.reject(new RecordingStoreError("quota"));
  accepted.answer.resolve(stored);
  const onStored = vi.fn();
  await unsaved.retry(onStored);
  expect(unsaved.all.get()).toEqual([kept]);
  expect(onStored).toHaveBeenCalledOnce();
  await unsaved.retry(onStored);
  expect(refused.journal.finish).toHaveBeenCalledTimes(2);
});

it("the list of unsaved recordings discards a recording that is deleted during a retry", async () => {
  const unsaved = createUnsavedRecordings();
  const { journal, answer } = fakeJournal();
  const { ref } = unsaved.add(journal, recording, facts);
  const onStored = vi.fn();
  const retrying = unsaved.retry(onStored);
  const removing = unsaved.remove(ref.number);
  answer.resolve(stored);
  await Promise.all([retrying, removing]);
  expect(onStored).not.toHaveBeenCalled();
  expect(journal.discard).toHaveBeenCalledOnce();
});

it("the list of unsaved recordings removes only the given recording", async () => {
  const unsaved = createUnsavedRecordings();
  const [one, two] = [fakeJournal(), fakeJournal()];
  const { ref } = unsaved.add(one.journal, recording, facts);
  const other = unsaved.add(two.journal, recording, facts);
  await unsaved.remove(ref.number);
  expect(unsaved.all.get()).toEqual([other]);
  expect([one.journal.discard, two.journal.discard].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

it("disposal of the list of unsaved recordings releases a journal's lock without discarding the journal", () => {
  const unsaved = createUnsavedRecordings();
  const { journal } = fakeJournal();
  unsaved.add(journal, recording, facts);
  unsaved.dispose();
  expect(journal.releaseLock).toHaveBeenCalledOnce();
  expect(journal.discard).not.toHaveBeenCalled();
  expect(unsaved.all.get()).toEqual([]);
});
