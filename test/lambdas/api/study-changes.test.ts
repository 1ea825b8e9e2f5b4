import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { AccountExport } from "../../../domain/accounts/account-export.ts";
import { callLimits } from "../../../domain/call-limit.ts";
import { maxBodyBytes } from "../../../domain/http/route.ts";
import type { StudyChange } from "../../../domain/study/study-change.ts";
import { studyDay } from "../../../domain/study/study-day.ts";
import { maxBatches } from "../../../domain/study/study-limits.ts";
import { maxChangesPerBatch } from "../../../domain/study/study-routes.ts";
import { createLearner } from "../../support/learner.ts";
import { apiOf } from "../support/call-api.ts";
import { fillCount } from "../support/fill-count.ts";
import { aLearner, cloud, inDays, stored } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";
import {
  aRecordingChange,
  aRetentionChange,
  aReview,
  aReviewChange,
  aTerm,
  aTermChange,
  fullBatch,
  longestTerm,
} from "../support/study-builders.ts";

type Learner = Awaited<ReturnType<typeof aLearner>>;

const aRequest = (changes: readonly StudyChange[], batchId: string = randomUUID()) => ({
  params: { batchId },
  body: { changes, sender: randomUUID() },
});
const save = ({ ask }: Pick<Learner, "ask">, ...changes: StudyChange[]) => ask("save-study-changes", aRequest(changes));
const listed = async ({ ask }: Pick<Learner, "ask">, after?: number) =>
  ask("list-study-changes", after === undefined ? {} : { params: { after: String(after) } });
const latestDay = () => studyDay(new Date(), -14 * 60);

describe("the study data of a learner", () => {
  test("is listed from the first batch after a given batch number", async () => {
    const learner = await aLearner();
    expect(await listed(learner)).toEqual({ changes: [], last: 0, more: false });
    const first = [aReviewChange(), aRecordingChange(), aTermChange(), aRetentionChange()];
    expect(await save(learner, ...first)).toEqual({ number: 1 });
    const page = await listed(learner);
    expect(page).toMatchObject({ last: 1, more: false });
    expect(new Set(page.changes)).toEqual(new Set(first));
    const second = aReviewChange(aReview({ rating: "again" }));
    expect(await save(learner, second)).toEqual({ number: 2 });
    expect(await listed(learner, page.last)).toEqual({ changes: [second], last: 2, more: false });
    expect(await listed(learner, 2)).toEqual({ changes: [], last: 2, more: false });
  });

  test("has the number of its last batch in the response of GET /account", async () => {
    const learner = await aLearner();
    const other = await aLearner();
    await save(learner, aTermChange());
    await save(learner, aTermChange());
    expect(await learner.ask("get-account")).toHaveProperty("study_batch", 2);
    expect(await other.ask("get-account")).toHaveProperty("study_batch", 0);
  });

  test("contains the latest change of a term, even if older changes arrive later", async () => {
    const learner = await aLearner();
    const id = randomUUID();
    const later = aTermChange(aTerm({ english: "rent" }), { id, changed_at: inDays(-1) });
    await save(learner, later);
    await save(learner, aTermChange(aTerm({ english: "lease" }), { id, changed_at: inDays(-2) }));
    await save(learner, aTermChange(null, { id, changed_at: inDays(-3) }));
    expect((await listed(learner)).changes).toEqual([later]);
  });

  test("contains every batch of simultaneous calls", async () => {
    const learner = await aLearner();
    const changes = Array.from({ length: 8 }, () => aReviewChange());
    const saved = await Promise.all(changes.map((change) => save(learner, change)));
    expect(saved.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set((await listed(learner)).changes)).toEqual(new Set(changes));
  });

  test("contains a repeated request once, and each response has the same batch number", async () => {
    const learner = await aLearner();
    const request = aRequest([aReviewChange()]);
    const both = await Promise.all([0, 1].map(() => learner.ask("save-study-changes", request)));
    await save(learner, aReviewChange());
    expect([...both, await learner.ask("save-study-changes", request)]).toEqual(
      Array.from({ length: 3 }, () => ({ number: 1 })),
    );
    expect((await stored.rowsOf(learner.userId)).study_changes).toHaveLength(2);
  });

  test("contains no data of another learner who uses the same batch id", async () => {
    const [one, other] = [await aLearner(), await aLearner()];
    const batchId = randomUUID();
    const [mine, theirs] = [aReviewChange(), aReviewChange()];
    await one.ask("save-study-changes", aRequest([mine], batchId));
    expect(await other.ask("save-study-changes", aRequest([theirs], batchId))).toEqual({ number: 1 });
    expect((await listed(one)).changes).toEqual([mine]);
    expect((await listed(other)).changes).toEqual([theirs]);
  });

  test("is in the export, and is deleted with the account", async () => {
    const learner = await createLearner(cloud.webUrl);
    const api = apiOf(cloud.apiUrl, learner.tokens.AccessToken);
    const changes = [aReviewChange(null), aTermChange()];
    await save(api, ...changes);
    const { url } = await api.ask("export-account");
    const file = AccountExport.parse(await (await fetch(url)).json());
    expect(new Set(file.study)).toEqual(new Set(changes));
    await api.ask("delete-user");
    expect((await stored.rowsOf(learner.userId)).study_changes).toEqual([]);
  });
});

describe("changes dated in the future", () => {
  test("are stored with the current time and at most the latest study day of all time zones", async () => {
    const learner = await aLearner();
    const fields = { changed_at: inDays(400) };
    const before = Date.now();
    const day = latestDay() + 400;
    await save(learner, aReviewChange(aReview({ day }), fields), aRecordingChange({ day }, fields));
    const { changes } = await listed(learner);
    expect(changes).toHaveLength(2);
    for (const change of changes) {
      const at = Date.parse(change.changed_at);
      expect(at).toBeGreaterThan(before - 10_000);
      expect(at).toBeLessThanOrEqual(Date.now() + 10_000);
      const content = change.type === "review" ? change.review : change.type === "recording" ? change.recording : null;
      expect(content?.day).toBeGreaterThanOrEqual(latestDay() - 1);
      expect(content?.day).toBeLessThanOrEqual(latestDay());
    }
  });

  test("do not override changes that are made afterwards", async () => {
    const learner = await aLearner();
    await save(learner, aRetentionChange(0.85, inDays(400)));
    const next = aRetentionChange(0.95, inDays(0));
    await save(learner, next);
    expect((await listed(learner)).changes).toMatchObject([{ setting: next.type === "setting" && next.setting }]);
  });
});

describe("a batch", () => {
  test("of the largest allowed size fits into a request", async () => {
    for (const letter of ["語", "\u0001", '"']) {
      const learner = await aLearner();
      const changes = fullBatch(() => aTermChange(longestTerm(letter)));
      const request = aRequest(changes);
      expect(Buffer.byteLength(JSON.stringify(request.body))).toBeLessThanOrEqual(maxBodyBytes);
      expect(await learner.ask("save-study-changes", request)).toEqual({ number: 1 });
      expect((await listed(learner)).changes).toHaveLength(changes.length);
    }
  });

  test("of a hundred reviews is accepted, and a batch of a hundred largest terms is refused", async () => {
    const { ask, call } = await aLearner();
    const hundredOf = (create: () => StudyChange) => Array.from({ length: maxChangesPerBatch }, create);
    expect(await ask("save-study-changes", aRequest(hundredOf(() => aReviewChange())))).toEqual({ number: 1 });
    const terms = aRequest(hundredOf(() => aTermChange(longestTerm("語"))));
    expectRefused(await call("save-study-changes", terms), "body_too_large");
  });

  test("is refused if it is empty, has too many changes, or has an invalid change", async () => {
    const learner = await aLearner();
    const bad: unknown[][] = [
      [],
      Array.from({ length: maxChangesPerBatch + 1 }, () => aRetentionChange()),
      [{ ...aReviewChange(), type: "card" }],
      [{ ...aReviewChange(), id: "emp-1" }],
      [aTermChange(aTerm({ note: "a".repeat(501) }))],
    ];
    for (const changes of bad) {
      const request = { params: { batchId: randomUUID() }, body: { changes } };
      expectRefused(await learner.call("save-study-changes", request), "bad_request");
    }
    expect((await stored.rowsOf(learner.userId)).study_changes).toEqual([]);
  });

  test("with a change dated before 1970 can still be listed", async () => {
    const learner = await aLearner();
    await save(learner, aReviewChange(undefined, { changed_at: "0001-01-01T00:00:00.000Z" }));
    expect((await listed(learner)).changes).toMatchObject([{ review: { day: 0 } }]);
  });
});

test("list-study-changes refuses an impossible batch number", async () => {
  const { call } = await aLearner();
  for (const after of [String(maxBatches + 1), "-1", "1.5", "x", "1000000"]) {
    expectRefused(await call("list-study-changes", { params: { after } }), "bad_request");
  }
});

test("the daily limit of batches is separate for each learner", async () => {
  const { call, userId, ask } = await aLearner();
  await save({ ask }, aReviewChange());
  await fillCount("study-batch-day", userId, callLimits["study-batch-day"].calls);
  expectRefused(await call("save-study-changes", aRequest([aReviewChange()])), "too_many_requests");
  expect((await stored.rowsOf(userId)).study_changes).toHaveLength(1);
  const other = await aLearner();
  expect(await save(other, aReviewChange())).toEqual({ number: 1 });
});
