import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type ExamAttemptFacts, maxAttemptsPerPage } from "../../../domain/exam/exam-attempt.ts";
import { anExamAttempt, instantAt } from "../support/exam-builders.ts";
import { aLearner, stored } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";

type Learner = Awaited<ReturnType<typeof aLearner>>;

const attemptParams = (attemptId: string = randomUUID()) => ({ params: { attemptId } });
const save = ({ ask }: Learner, { params }: ReturnType<typeof attemptParams>, facts: ExamAttemptFacts) =>
  ask("save-exam-attempt", { params, body: facts });
const listed = async ({ ask }: Learner) => (await ask("list-exam-attempts")).attempts;

describe("the facts of an exam attempt", () => {
  test("are stored and listed without a marking", async () => {
    const learner = await aLearner();
    expect(await listed(learner)).toEqual([]);
    const one = attemptParams();
    const saved = await save(learner, one, anExamAttempt());
    expect(saved).toEqual({
      ...anExamAttempt(),
      attempt_id: one.params.attemptId,
      user_id: learner.userId,
      markings: [],
    });
    expect(await listed(learner)).toEqual([saved]);
  });

  test("stay unchanged after a call with the same or an older revision", async () => {
    const learner = await aLearner();
    const one = attemptParams();
    const { ended_at: _, ...running } = anExamAttempt({ outcome: "running" });
    await save(learner, one, running);
    const last = await save(learner, one, anExamAttempt({ revision: 3 }));
    expect(last).toMatchObject({ outcome: "finished", revision: 3 });
    expect(await save(learner, one, { ...running, revision: 2 })).toEqual(last);
    expect(await save(learner, one, anExamAttempt({ revision: 3, seed: 8 }))).toEqual(last);
    expect(await listed(learner)).toEqual([last]);
  });

  test("are those of the newest revision after five simultaneous calls", async () => {
    const learner = await aLearner();
    const one = attemptParams();
    const revisions = [4, 2, 5, 1, 3];
    await Promise.all(revisions.map((revision) => save(learner, one, anExamAttempt({ revision }))));
    expect(await listed(learner)).toMatchObject([{ revision: 5 }]);
  });

  test("are refused for an unknown exam and for invalid values", async () => {
    const learner = await aLearner();
    const unknown = { ...attemptParams(), body: anExamAttempt({ exam: "toString" }) };
    expectRefused(await learner.call("save-exam-attempt", unknown), "unknown_exam");
    const [dialogue] = anExamAttempt().dialogues;
    const segment = { heard_at: instantAt(0), repeats: 0, take_seconds: 1, interrupted: false };
    const beyond: object[] = [
      { dialogues: [] },
      { dialogues: Array.from({ length: 7 }, () => dialogue) },
      { dialogues: [{ ...dialogue, segments: Array.from({ length: 61 }, () => segment) }] },
      { dialogues: [{ ...dialogue, segments: [{ ...segment, take_seconds: -1 }] }] },
      { dialogues: [{ ...dialogue, scenario_id: "emp/1" }] },
      { seed: 2 ** 32 },
      { revision: 0 },
      { outcome: "passed" },
      { outcome: "running" },
      { ended_at: undefined },
      { ended_at: "9999-12-31T23:59:59.999Z" },
      { started_at: instantAt(901) },
      {
        interruptions: Array.from({ length: 201 }, () => ({ at: instantAt(0), dialogue: 0, segment: 0, kind: "left" })),
      },
    ];
    for (const fields of beyond) {
      const answer = await learner.call("save-exam-attempt", {
        ...attemptParams(),
        body: { ...anExamAttempt(), ...fields },
      });
      expectRefused(answer, "bad_request");
    }
    expect(await listed(learner)).toEqual([]);
  });

  test("are refused with a message if they contradict each other", async () => {
    const learner = await aLearner();
    const answer = await learner.call("save-exam-attempt", {
      ...attemptParams(),
      body: { ...anExamAttempt(), ended_at: undefined },
    });
    expectRefused(answer, "bad_request");
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/^body: \w/) });
  });

  test("are accepted for a dialogue that was later changed or withdrawn", async () => {
    const learner = await aLearner();
    const [dialogue] = anExamAttempt().dialogues;
    if (!dialogue) throw new Error("The exam attempt has no dialogue");
    const { version: _, words: __, ...older } = dialogue;
    const dialogues = [
      { ...older, scenario_id: "withdrawn-9" },
      { ...dialogue, version: "2019-01-01" },
    ];
    expect(await save(learner, attemptParams(), anExamAttempt({ dialogues }))).toMatchObject({ dialogues });
  });

  test("belong to one learner, although another learner has an exam attempt of the same id", async () => {
    const [one, other] = [await aLearner(), await aLearner()];
    const same = attemptParams();
    const others = await save(other, same, anExamAttempt());
    await save(one, same, anExamAttempt({ seed: 9 }));
    await one.ask("delete-exam-attempt", same);
    expect(await listed(other)).toEqual([others]);
    expect(await listed(one)).toEqual([]);
  });

  test("are refused for a new attempt beyond the limit of 20, and accepted for a known attempt", async () => {
    const learner = await aLearner();
    const mocks = Array.from({ length: 22 }, () => attemptParams());
    for (const each of mocks.slice(0, 20)) await save(learner, each, anExamAttempt());
    for (const each of mocks.slice(20)) {
      expectRefused(await learner.call("save-exam-attempt", { ...each, body: anExamAttempt() }), "too_many_requests");
    }
    const [first] = mocks;
    if (!first) throw new Error("There is no exam attempt");
    expect(await save(learner, first, anExamAttempt({ revision: 2 }))).toMatchObject({ revision: 2 });
    expect(await listed(learner)).toHaveLength(20);
  });
});

test("the pages of exam attempts list each attempt once and no deleted attempt", async () => {
  const learner = await aLearner();
  const ids = Array.from({ length: maxAttemptsPerPage + 2 }, () => randomUUID());
  const facts = anExamAttempt();
  await Promise.all(
    ids.map((id, nth) =>
      stored.put("exam_attempts", {
        ...{ user_id: learner.userId, exam_row: `attempt#${id}` },
        ...(nth === 0 ? { deleted_at: instantAt(0) } : { facts, revision: 1, summaries: {} }),
      }),
    ),
  );
  const first = await learner.ask("list-exam-attempts");
  expect(first.next).toBeDefined();
  const rest = await learner.ask("list-exam-attempts", { params: { after: first.next ?? "" } });
  expect(rest.next).toBeUndefined();
  const all = [...first.attempts, ...rest.attempts].map(({ attempt_id }) => attempt_id);
  expect(all.toSorted()).toEqual(ids.slice(1).toSorted());
  expectRefused(await learner.call("list-exam-attempts", { params: { after: "attempt" } }), "bad_request");
  const other = await aLearner();
  expect(await other.ask("list-exam-attempts", { params: { after: first.next ?? "" } })).toEqual({ attempts: [] });
});

describe("a deleted exam attempt", () => {
  test("is removed with its markings, and stays removed after later calls", async () => {
    const learner = await aLearner();
    const [one, other] = [attemptParams(), attemptParams()];
    for (const each of [one, other]) await save(learner, each, anExamAttempt());
    const marking = {
      params: { ...one.params, markingId: randomUUID() },
      body: { created_at: instantAt(0), changes: [{ type: "marker", changed_at: instantAt(0), name: "Asha" }] },
    };
    await learner.ask("mark-exam-attempt", marking);
    for (let nth = 0; nth < 2; nth += 1) {
      expect(await learner.ask("delete-exam-attempt", one)).toEqual({ deleted: true });
      expect(await listed(learner)).toMatchObject([{ attempt_id: other.params.attemptId }]);
      expectRefused(await learner.call("list-exam-markings", one), "attempt_deleted");
    }
    const late = { ...one, body: anExamAttempt({ revision: 9 }) };
    expectRefused(await learner.call("save-exam-attempt", late), "attempt_deleted");
    expectRefused(await learner.call("mark-exam-attempt", marking), "attempt_deleted");
    const rows = (await stored.rowsOf(learner.userId)).exam_attempts;
    expect(rows.find(({ exam_row }) => String(exam_row).endsWith(one.params.attemptId))).toEqual({
      ...{ user_id: learner.userId, exam_row: `attempt#${one.params.attemptId}`, deleted_at: expect.any(String) },
    });
    expect(rows).toHaveLength(2);
  });

  test("is refused if its facts arrive after its deletion", async () => {
    const learner = await aLearner();
    const one = attemptParams();
    await learner.ask("delete-exam-attempt", one);
    expectRefused(await learner.call("save-exam-attempt", { ...one, body: anExamAttempt() }), "attempt_deleted");
    expect(await listed(learner)).toEqual([]);
  });
});
