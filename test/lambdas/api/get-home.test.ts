import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { exampleFolder } from "../../../domain/content/scenario.ts";
import { maxRowsPerPage } from "../../../domain/practice/progress.ts";
import { aNote, aNoteChange, anExamAttempt, instantAt, largestMarking } from "../support/exam-builders.ts";
import { aLearner, expiredRow, paidRow, stored, subscribe } from "../support/learners.ts";
import { maxResponseBytes, responseBytes, saveLongestCompleted, saveLongestProgress } from "../support/longest-rows.ts";

type Learner = Awaited<ReturnType<typeof aLearner>>;

async function saveExam({ ask }: Learner, second: number): Promise<string> {
  const attemptId = randomUUID();
  await ask("save-exam-attempt", { params: { attemptId }, body: anExamAttempt({ started_at: instantAt(second) }) });
  return attemptId;
}

async function markExam({ ask }: Learner, attemptId: string): Promise<string> {
  const markingId = randomUUID();
  const places = [0, 1].flatMap((dialogue) => Array.from({ length: 12 }, (_, segment) => ({ dialogue, segment })));
  const changes = [
    aNoteChange(aNote()),
    ...places.map((place) => ({ type: "segment" as const, ...place, changed_at: instantAt(1), marked: true })),
  ];
  await ask("mark-exam-attempt", { params: { attemptId, markingId }, body: { created_at: instantAt(0), changes } });
  return markingId;
}

describe("GET /home", () => {
  test("returns the same account, exams, progress, completions and last marked attempt's markings as the separate routes", async () => {
    const learner = await aLearner();
    const { ask, userId } = learner;
    await ask("update-profile", { body: { language_preference: "spanish" } });
    await subscribe(paidRow(userId));
    const body = { attempts: 3, completed: true, last_attempt_at: instantAt(0), segment_count: 10 };
    await ask("save-progress", { params: { scenarioId: "emp-1", segmentId: "segment-2" }, body });
    await ask("complete-scenario", { params: { scenarioId: "emp-1" } });
    const [older, attemptId, unmarked] = [
      await saveExam(learner, 1),
      await saveExam(learner, 2),
      await saveExam(learner, 3),
    ];
    for (const id of [older, attemptId]) await markExam(learner, id);
    const home = await ask("get-home");
    expect(home.account).toEqual(await ask("get-account"));
    expect(home.exams).toEqual(await ask("list-exam-attempts"));
    expect(home.exams.attempts.map(({ attempt_id }) => attempt_id)).toContain(unmarked);
    const markings = await ask("list-exam-markings", { params: { attemptId } });
    expect(markings[0]?.changes).toHaveLength(25);
    expect(home.last_marked).toEqual({ attempt_id: attemptId, markings });
    expect(home.practice?.progress).toEqual(await ask("list-progress"));
    expect(home.practice?.progress).toHaveLength(1);
    expect(home.practice?.completed).toEqual(await ask("list-completed-scenarios"));
    expect(home.practice?.completed).toHaveLength(1);
    expect(home.practice?.grants).toMatchObject([
      { folder: exampleFolder, expiresInSeconds: 3600 },
      { folder: "spanish/", expiresInSeconds: 3600 },
    ]);
  });

  test("returns a new learner's account, empty lists and the grant for the examples", async () => {
    const { ask } = await aLearner();
    expect(await ask("get-home")).toMatchObject({
      account: await ask("get-account"),
      exams: { attempts: [] },
      last_marked: null,
      practice: { progress: [], completed: [], grants: [{ folder: exampleFolder }] },
    });
  });

  test("creates a missing profile from the user pool", async () => {
    const { ask, userId, email } = await aLearner({ name: "Asha Rai" });
    const before = await stored.rowsOf(userId);
    await stored.remove("profiles", userId);
    expect((await ask("get-home")).account.profile).toEqual({
      id: userId,
      full_name: "Asha Rai",
      email,
      language_preference: null,
    });
    expect(await stored.rowsOf(userId)).toEqual(before);
  });

  test("grants only the examples after a plan has ended", async () => {
    const { ask, userId } = await aLearner();
    await ask("update-profile", { body: { language_preference: "spanish" } });
    await subscribe(expiredRow(userId));
    expect((await ask("get-home")).practice?.grants.map(({ folder }) => folder)).toEqual([exampleFolder]);
  });

  test("omits the practice data if the request sets “practice” to “none”", async () => {
    const learner = await aLearner();
    const attemptId = await saveExam(learner, 1);
    const markingId = await markExam(learner, attemptId);
    const home = await learner.ask("get-home", { params: { practice: "none" } });
    expect(home).not.toHaveProperty("practice");
    expect(home).toMatchObject({
      account: { profile: { id: learner.userId } },
      exams: { attempts: [{ attempt_id: attemptId }] },
      last_marked: { attempt_id: attemptId, markings: [{ marking_id: markingId }] },
    });
  });

  test("omits the last marked attempt while the attempt has three undeleted markings", async () => {
    const learner = await aLearner();
    const attemptId = await saveExam(learner, 1);
    const [markingId, other] = [await markExam(learner, attemptId), await markExam(learner, attemptId)];
    const listed = async () =>
      (await learner.ask("get-home")).last_marked?.markings.map(({ marking_id }) => marking_id).sort();
    expect(await listed()).toEqual([markingId, other].sort());
    const third = await markExam(learner, attemptId);
    expect((await learner.ask("get-home")).last_marked).toBeNull();
    await learner.ask("delete-exam-marking", { params: { attemptId, markingId: third } });
    expect(await listed()).toEqual([markingId, other].sort());
  });
});

test("the largest first pages of the lists in GET /home fit into one Lambda response", async () => {
  const { userId, ask } = await aLearner();
  await Promise.all([saveLongestProgress(userId), saveLongestCompleted(userId)]);
  const home = await ask("get-home");
  expect([home.practice?.progress.length, home.practice?.completed.length]).toEqual([maxRowsPerPage, maxRowsPerPage]);
  // One query of DynamoDB reads at most 1 MB of exam attempts. Their JSON is larger.
  const exams = "a".repeat(1024 * 1024 * 1.17);
  expect(responseBytes([home, exams, largestMarking(), largestMarking()])).toBeLessThan(maxResponseBytes);
});
