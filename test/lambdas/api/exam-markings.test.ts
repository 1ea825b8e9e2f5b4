import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type MarkingChange,
  maxChangesPerRequest,
  maxMarkings,
  maxNotes,
  maxTicks,
} from "../../../domain/exam/exam-attempt.ts";
import { notesOf } from "../../../domain/exam/exam-marking.ts";
import { aNote, aNoteChange, anExamAttempt, aTickChange, instantAt } from "../support/exam-builders.ts";
import { aLearner, stored } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";

async function aMarker() {
  const learner = await aLearner();
  const attemptId = randomUUID();
  await learner.ask("save-exam-attempt", { params: { attemptId }, body: anExamAttempt() });
  const request = (changes: readonly MarkingChange[], markingId: string, created_at = instantAt(0)) => ({
    params: { attemptId, markingId },
    body: { created_at, changes },
  });
  return {
    ...learner,
    attemptId,
    request,
    mark: (changes: readonly MarkingChange[], markingId: string, created_at = instantAt(0)) =>
      learner.ask("mark-exam-attempt", request(changes, markingId, created_at)),
    refused: (changes: readonly MarkingChange[], markingId: string = randomUUID()) =>
      learner.call("mark-exam-attempt", request(changes, markingId)),
    markings: () => learner.ask("list-exam-markings", { params: { attemptId } }),
    summaries: async () => (await learner.ask("list-exam-attempts")).attempts[0]?.markings,
  };
}

describe("a marking", () => {
  test("is stored with its changes, and the list of exam attempts has its summary", async () => {
    const { mark, markings, summaries } = await aMarker();
    const id = randomUUID();
    const first = await mark([aNoteChange(aNote()), { type: "marker", changed_at: instantAt(1), name: "Asha" }], id);
    expect(first.changes).toHaveLength(2);
    const marked = { type: "segment", dialogue: 0, segment: 0, changed_at: instantAt(2), marked: true } as const;
    const whole = await mark([aNoteChange(aNote({ dialogue: 1, deduction: 3 })), aTickChange(0), marked], id);
    expect(whole).toMatchObject({ marking_id: id, created_at: instantAt(0) });
    expect(whole.changes).toHaveLength(5);
    expect(await markings()).toEqual([whole]);
    expect(await summaries()).toEqual([
      { marking_id: id, created_at: instantAt(0), marker: "Asha", lost: [1.5, 3], marked: 1 },
    ]);
  });

  test("stays the same after repeated, late or reordered changes", async () => {
    const { mark, markings } = await aMarker();
    const id = randomUUID();
    const note = aNoteChange(aNote());
    const later = { ...note, changed_at: instantAt(5), note: aNote({ deduction: 0.5, remark: "half of it" }) };
    await mark([later], id);
    for (const changes of [[note], [later], [note, later], [later, note]]) {
      expect((await mark(changes, id)).changes).toEqual([later]);
    }
    const takenBack = { ...note, changed_at: instantAt(6), note: null };
    await mark([takenBack], id);
    await mark([later], id);
    expect(notesOf((await markings())[0]?.changes ?? [])).toEqual([]);
  });

  test("has the changes of every device after simultaneous calls", async () => {
    const { mark, markings, summaries } = await aMarker();
    const id = randomUUID();
    const devices = [0, 1, 2, 3].map((device) =>
      [0, 1, 2].map((nth) => [
        aNoteChange(aNote({ segment: device, at_seconds: nth, deduction: 0.5 })),
        aTickChange(3 * device + nth),
      ]),
    );
    await Promise.all(
      devices.map(async (batches) => {
        for (const batch of batches) await mark(batch, id);
      }),
    );
    const [marking, ...others] = await markings();
    expect(others).toEqual([]);
    expect(new Set(marking?.changes)).toEqual(new Set(devices.flat(2)));
    expect(await summaries()).toMatchObject([{ lost: [6, 0] }]);
  });

  test("orders changes with future dates by request, and within one request by date", async () => {
    const { mark } = await aMarker();
    const [id, note] = [randomUUID(), aNoteChange(aNote(), { changed_at: "2090-01-01T00:00:00.000Z" })];
    await mark([note], id);
    const { changes } = await mark(
      [{ ...note, changed_at: new Date(Date.now() + 60_000).toISOString(), note: null }],
      id,
    );
    expect(notesOf(changes)).toEqual([]);
    // Of two changes of a note in one request, the change with the later future time wins.
    const [older, newer] = [note, { ...note, changed_at: "2091-01-01T00:00:00.000Z", note: aNote({ remark: "a" }) }];
    const after = await mark([newer, { ...older, note: aNote({ remark: "z" }) }], randomUUID());
    expect(notesOf(after.changes)).toMatchObject([{ remark: "a" }]);
  });

  test("keeps its time of creation if later changes state another time", async () => {
    const { mark, markings, summaries } = await aMarker();
    const id = randomUUID();
    await mark([aTickChange(0)], id, instantAt(3));
    expect(await mark([aTickChange(1)], id, instantAt(9))).toMatchObject({ created_at: instantAt(3) });
    expect(await mark([aTickChange(2)], id, instantAt(1))).toMatchObject({ created_at: instantAt(3) });
    expect(await markings()).toMatchObject([{ created_at: instantAt(3) }]);
    expect(await summaries()).toMatchObject([{ created_at: instantAt(3) }]);
  });

  test("is listed by time of creation, and refused beyond the limit of markings", async () => {
    const { mark, markings, refused, summaries } = await aMarker();
    const ids = Array.from({ length: maxMarkings }, () => randomUUID());
    for (const [nth, id] of [...ids.entries()].toReversed()) await mark([aTickChange(nth)], id, instantAt(nth));
    expect((await markings()).map(({ marking_id }) => marking_id)).toEqual(ids);
    expect((await summaries())?.map(({ marking_id }) => marking_id)).toEqual(ids);
    expectRefused(await refused([aTickChange(0)]), "too_many_markings");
    await mark([aTickChange(50)], ids[0] ?? "");
    expect(await markings()).toHaveLength(maxMarkings);
  });

  test("is refused beyond the limit of markings, even if all markings are sent at once", async () => {
    const { refused, markings } = await aMarker();
    const answers = await Promise.all(Array.from({ length: maxMarkings + 4 }, () => refused([aTickChange(0)])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxMarkings);
    expect(await markings()).toHaveLength(maxMarkings);
  });
});

describe("the API refuses a marking", () => {
  test("of another learner's exam attempt, as if the attempt did not exist", async () => {
    const [one, other] = [await aMarker(), await aMarker()];
    const markIn = (attemptId: string) =>
      one.call("mark-exam-attempt", {
        params: { attemptId, markingId: randomUUID() },
        body: one.request([aTickChange(0)], "").body,
      });
    const listIn = (attemptId: string) => one.call("list-exam-markings", { params: { attemptId } });
    const rows = (await stored.rowsOf(one.userId)).exam_attempts;
    for (const answerFor of [markIn, listIn]) {
      const [theirs, unknown] = [await answerFor(other.attemptId), await answerFor(randomUUID())];
      expectRefused(theirs, "attempt_not_found");
      expect([unknown.status, unknown.body]).toEqual([theirs.status, theirs.body]);
    }
    expect(await other.markings()).toEqual([]);
    expect((await stored.rowsOf(one.userId)).exam_attempts).toEqual(rows);
  });

  test("with an invalid note, an unknown segment or too many changes", async () => {
    const { refused, markings } = await aMarker();
    const notes: object[] = [
      { deduction: 0.25 },
      { deduction: -0.5 },
      { deduction: 45.5 },
      { at_seconds: -1 },
      { kind: "mumbling" },
      { remark: "x".repeat(201) },
      { dialogue: -1 },
      { dialogue: 0.5 },
      // The exam attempt has the dialogues 0 and 1, each with the segments 0 to 11.
      { dialogue: 2 },
      { segment: 12 },
    ];
    for (const fields of notes) {
      expectRefused(await refused([aNoteChange({ ...aNote(), ...fields })]), "bad_request");
    }
    const elsewhere = { type: "segment", dialogue: 1, segment: 12, changed_at: instantAt(0), marked: true } as const;
    expectRefused(await refused([elsewhere]), "bad_request");
    expectRefused(
      await refused(Array.from({ length: maxChangesPerRequest + 1 }, (_, nth) => aTickChange(nth))),
      "bad_request",
    );
    expect(await markings()).toEqual([]);
  });

  test("with a note more than a tenth of a second after the end of the recording", async () => {
    const { refused, mark, markings } = await aMarker();
    // Each recording lasts 11.25 seconds.
    for (const at_seconds of [11.4, 9999])
      expectRefused(await refused([aNoteChange(aNote({ at_seconds }))]), "bad_request");
    expect(await markings()).toEqual([]);
    await mark([aNoteChange(aNote({ at_seconds: 11.3 }))], randomUUID());
  });
});

describe("a marking near its limits", () => {
  test("stores the changes that fit and returns the remaining changes", async () => {
    const { mark, markings, summaries } = await aMarker();
    const id = randomUUID();
    const batch = (size: number) => Array.from({ length: size }, () => aNoteChange(aNote({ deduction: 0.5 })));
    for (let noted = 0; noted < maxNotes - 30; noted += 30) await mark(batch(30), id);
    // The first 30 of these 35 notes fit. Ticks have a separate limit.
    const last = Array.from({ length: 35 }, (_, nth) =>
      aNoteChange(aNote({ deduction: 0.5 }), { changed_at: instantAt(nth) }),
    );
    const reply = await mark([...last.toReversed(), aTickChange(0)], id);
    expect(new Set(reply.left_out)).toEqual(new Set(last.slice(30)));
    expect(reply.changes).toEqual(expect.arrayContaining([...last.slice(0, 30), aTickChange(0)]));
    for (let tries = 0; tries < 2; tries += 1) {
      const more = batch(1);
      expect((await mark(more, id)).left_out).toEqual(more);
    }
    const [marking] = await markings();
    expect(notesOf(marking?.changes ?? [])).toHaveLength(maxNotes);
    expect(await summaries()).toMatchObject([{ lost: [maxNotes / 2, 0] }]);
    const [known] = notesOf(marking?.changes ?? []);
    const { changes } = await mark([{ type: "note", id: known?.id ?? "", changed_at: instantAt(90), note: null }], id);
    expect(notesOf(changes)).toHaveLength(maxNotes - 1);
  });

  test("stores ticks only up to their limit", async () => {
    const { mark } = await aMarker();
    const id = randomUUID();
    const ticks = Array.from({ length: 24 }, (_, place) =>
      Array.from({ length: 40 }, (_, unit): MarkingChange => {
        return { ...aTickChange(unit), dialogue: Math.floor(place / 12), segment: place % 12 } as MarkingChange;
      }),
    );
    for (const batch of ticks.slice(0, maxTicks / 40)) await mark(batch, id);
    const { left_out, changes } = await mark([...(ticks[maxTicks / 40] ?? []).slice(1), aNoteChange(aNote())], id);
    expect(left_out).toHaveLength(39);
    expect(changes).toHaveLength(maxTicks + 1);
  });
});

describe("the deletion of a marking", () => {
  test("frees a place for another marking, and is not undone by later calls", async () => {
    const { ask, attemptId, mark, markings, refused, summaries, userId } = await aMarker();
    const ids = Array.from({ length: maxMarkings }, () => randomUUID());
    for (const [nth, id] of ids.entries()) await mark([aTickChange(nth)], id, instantAt(nth));
    const [first = "", ...others] = ids;
    for (let tries = 0; tries < 2; tries += 1) {
      const params = { attemptId, markingId: first };
      expect(await ask("delete-exam-marking", { params })).toEqual({ deleted: true });
      expect((await markings()).map(({ marking_id }) => marking_id)).toEqual(others);
      expect((await summaries())?.map(({ marking_id }) => marking_id)).toEqual(others);
    }
    expectRefused(await refused([aTickChange(0)], first), "marking_deleted");
    await ask("save-exam-attempt", { params: { attemptId }, body: anExamAttempt({ revision: 2 }) });
    expectRefused(await refused([aTickChange(0)], first), "marking_deleted");
    await mark([aTickChange(0)], randomUUID(), instantAt(20));
    expect(await markings()).toHaveLength(maxMarkings);
    expect((await stored.rowsOf(userId)).exam_attempts).toHaveLength(1 + maxMarkings);
  });

  test("makes the API refuse changes of the marking that arrive later", async () => {
    const { ask, attemptId, markings, refused } = await aMarker();
    const markingId = randomUUID();
    await ask("delete-exam-marking", { params: { attemptId, markingId } });
    expectRefused(await refused([aTickChange(0)], markingId), "marking_deleted");
    expect(await markings()).toEqual([]);
  });

  test("leaves no row of the marking, even if twelve calls try to change the marking meanwhile", async () => {
    const { ask, attemptId, mark, markings, refused, summaries, userId } = await aMarker();
    const markingId = randomUUID();
    await mark([aTickChange(0)], markingId);
    const writing = Array.from({ length: 12 }, (_, nth) => refused([aTickChange(nth + 1)], markingId));
    const deleting = ask("delete-exam-marking", { params: { attemptId, markingId } });
    const answers = await Promise.all(writing);
    await deleting;
    for (const { status, body } of answers) {
      if (status !== 200)
        expect(body).toMatchObject({ code: expect.stringMatching(/^(marking_deleted|changed_meanwhile)$/) });
    }
    expect([await markings(), await summaries()]).toEqual([[], []]);
    const rows = (await stored.rowsOf(userId)).exam_attempts;
    expect(rows.map(({ exam_row }) => exam_row)).toEqual([`attempt#${attemptId}`]);
  });

  test("hides a row left by an interrupted write, and a later change removes the row", async () => {
    const { ask, attemptId, markings, refused, userId } = await aMarker();
    const markingId = randomUUID();
    await ask("delete-exam-marking", { params: { attemptId, markingId } });
    const left = { user_id: userId, exam_row: `marking#${attemptId}#${markingId}`, revision: 1 };
    await stored.put("exam_attempts", { ...left, marking_id: markingId, created_at: instantAt(0), changes: [] });
    expect(await markings()).toEqual([]);
    expectRefused(await refused([aTickChange(0)], markingId), "marking_deleted");
    expect((await stored.rowsOf(userId)).exam_attempts).toMatchObject([{ exam_row: `attempt#${attemptId}` }]);
  });

  test("needs an existing exam attempt", async () => {
    const { ask, attemptId, call } = await aMarker();
    const deleting = (id: string) =>
      call("delete-exam-marking", { params: { attemptId: id, markingId: randomUUID() } });
    expectRefused(await deleting(randomUUID()), "attempt_not_found");
    await ask("delete-exam-attempt", { params: { attemptId } });
    expectRefused(await deleting(attemptId), "attempt_deleted");
  });
});

test("mark-exam-attempt removes a marking that remained after the deletion of its exam attempt", async () => {
  const { attemptId, userId, ask, refused } = await aMarker();
  await ask("delete-exam-attempt", { params: { attemptId } });
  const id = randomUUID();
  const left = { user_id: userId, exam_row: `marking#${attemptId}#${id}`, revision: 1 };
  await stored.put("exam_attempts", { ...left, marking_id: id, created_at: instantAt(0), changes: [] });
  expectRefused(await refused([aTickChange(0)], id), "attempt_deleted");
  expect((await stored.rowsOf(userId)).exam_attempts).toMatchObject([{ exam_row: `attempt#${attemptId}` }]);
});
