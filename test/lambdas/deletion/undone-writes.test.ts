import { randomUUID } from "node:crypto";
import { ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { subprotocolsFor } from "../../../domain/realtime/channel.ts";
import type { TableName } from "../../../domain/tables.ts";
import { runAsFunction } from "../../../fakes/iam/running-function.ts";
import { requestHandshake } from "../../../fakes/websocket-gateway/test/client.ts";
import { handler as sweep } from "../../../lambdas/schedule/sweep-closed-accounts.ts";
import type { Cloud } from "../../../local/cloud.ts";
import { credentials, exportBucket, region } from "../../../local/cloud-settings.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { createLearner, type NewLearner } from "../../support/learner.ts";
import { apiOf } from "../support/call-api.ts";
import { goodRequests } from "../support/good-requests.ts";
import { inDays, paidRow } from "../support/learners.ts";
import { startOwnCloud } from "../support/own-cloud.ts";
import { openTables } from "../support/rows.ts";
import { aComment, aShare, aSharedDialogue, aToken } from "../support/share-builders.ts";
import { upload } from "../support/shared-links.ts";

// The cloud runs in this process, so that the tests can interrupt the handlers. The handlers have their real grants.
let cloud: Cloud;
let stored: ReturnType<typeof openTables>;
beforeAll(async () => {
  cloud = await startOwnCloud();
  stored = openTables(cloud.dynamodbUrl);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => cloud.close());

async function aLearner(learner: NewLearner = {}) {
  const made = await createLearner(cloud.webUrl, learner);
  return { ...made, ...apiOf(cloud.apiUrl, made.tokens.AccessToken) };
}

const mark = (user_id: string) => stored.put("closed_accounts", { user_id, state: "closing", begun_at: inDays(0) });

/** Counts the files of all learners, because no other test file uses this cloud. */
async function countExportedFiles(): Promise<number> {
  const s3 = new S3Client({ endpoint: cloud.s3Url, region, credentials });
  const { KeyCount = 0 } = await s3.send(new ListObjectsV2Command({ Bucket: exportBucket }));
  return KeyCount;
}

const countsOf = async (userId: string) =>
  Object.fromEntries(Object.entries(await stored.rowsOf(userId)).map(([table, rows]) => [table, rows.length]));

/**
 * Marks the account as closing just before the `nth` put or update in the table, or the `nth` upload of a file. The
 * returned function returns the number of the account's rows in each table at that time, including the mark.
 */
function closeBefore(table: TableName | "file", userId: string, nth = 1): () => Record<string, number> | null {
  let writes = 0;
  let marked: Record<string, number> | null = null;
  const close = async () => {
    writes += 1;
    if (writes !== nth) return;
    await mark(userId);
    marked = await countsOf(userId);
  };
  const sendRow = DynamoDBDocumentClient.prototype.send;
  const sendFile = S3Client.prototype.send;
  vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(async function (
    this: DynamoDBDocumentClient,
    ...given: Parameters<typeof sendRow>
  ) {
    const [command] = given;
    const isWrite = command instanceof PutCommand || command instanceof UpdateCommand;
    if (isWrite && table !== "file" && command.input.TableName === localTableName(table)) await close();
    return Reflect.apply(sendRow, this, given);
  });
  vi.spyOn(S3Client.prototype, "send").mockImplementation(async function (
    this: S3Client,
    ...given: Parameters<typeof sendFile>
  ) {
    if (table === "file" && given[0] instanceof PutObjectCommand) await close();
    return Reflect.apply(sendFile, this, given);
  });
  return () => marked;
}

type Route = keyof typeof goodRequests;

describe("a write to an account during the account's deletion is undone with the handler's own grants", () => {
  const cases: [Route, TableName | "file", first?: Route][] = [
    ["save-progress", "user_progress"],
    ["save-progress", "call_counts"],
    ["complete-scenario", "completed_scenarios"],
    ["complete-scenario", "call_counts"],
    ["save-exam-attempt", "exam_attempts"],
    ["save-exam-attempt", "call_counts"],
    ["mark-exam-attempt", "exam_attempts", "save-exam-attempt"],
    ["mark-exam-attempt", "call_counts", "save-exam-attempt"],
    ["delete-exam-attempt", "exam_attempts"],
    ["delete-exam-attempt", "call_counts"],
    ["delete-exam-marking", "call_counts", "save-exam-attempt"],
    ["save-study-changes", "study_changes"],
    ["save-study-changes", "call_counts"],
    ["create-share", "shares"],
    ["create-share", "share_links"],
    ["create-share", "call_counts"],
    ["request-uploads", "call_counts"],
    ["change-share", "call_counts"],
    ["revoke-share", "call_counts"],
    ["delete-share-comment", "call_counts"],
    ["set-feedback-email", "shares"],
    ["set-feedback-email", "call_counts"],
    ["leave-teacher", "call_counts"],
    ["keep-share", "call_counts"],
    ["open-inbox-share", "call_counts"],
    ["remove-inbox-share", "call_counts"],
    ["remove-learner", "call_counts"],
    ["choose-free-plan", "subscriptions"],
    ["create-checkout-session", "subscriptions"],
    ["create-checkout-session", "call_counts"],
    ["customer-portal", "call_counts"],
    ["export-account", "file"],
    ["export-account", "call_counts"],
    ["send-support-email", "call_counts"],
  ];

  test.each(cases)("in %s (target: %s)", async (name, table, first) => {
    const { userId, call, ask } = await aLearner();
    if (first) await ask(first, goodRequests[first]);
    if (name === "customer-portal") await stored.put("subscriptions", paidRow(userId));
    const { body = {}, ...request } = goodRequests[name];
    const returned = "returnUrl" in body ? { ...body, returnUrl: `${cloud.webUrl}/pricing` } : body;
    const marked = closeBefore(table, userId);
    const answer = await call(name, { ...request, ...(Object.keys(body).length > 0 && { body: returned }) });
    expect(marked()).not.toBeNull();
    expect(answer).toMatchObject({ status: 409, body: { code: "account_closing" } });
    expect(await countsOf(userId)).toEqual(marked());
    expect(await countExportedFiles()).toBe(0);
  });

  describe("in a sharing call", () => {
    const aSharer = async () => {
      const learner = await aLearner();
      const params = { shareId: randomUUID() };
      const body = aShare();
      await learner.ask("create-share", { params, body });
      const guest = { guest_id: randomUUID(), secret: aToken() };
      return { ...learner, params, body, writing: { token: body.token, guest, name: "Bina" } };
    };
    const expectUnknown = (answer: unknown) =>
      expect(answer).toMatchObject({ status: 404, body: { code: "link_unknown" } });

    test("that saves a guest's comment", async () => {
      const { userId, call, writing } = await aSharer();
      const marked = closeBefore("shares", userId);
      expectUnknown(await call("save-guest-comment", { body: { ...writing, comment: aComment() } }));
      expect(marked()).not.toBeNull();
      expect(await countsOf(userId)).toEqual(marked());
    });

    test("that schedules an email after a guest's marking", async () => {
      const { userId, call, ask, writing } = await aSharer();
      const { params = {}, body } = goodRequests["save-exam-attempt"];
      await ask("save-exam-attempt", { params, body });
      const subject = { kind: "exam", attempt_id: params["attemptId"] ?? "", shows_marks: true } as const;
      const shared = aShare({ subject, dialogues: [aSharedDialogue(), aSharedDialogue()] });
      await ask("create-share", { params: { shareId: randomUUID() }, body: shared });
      const { changes, created_at } = goodRequests["mark-exam-attempt"].body ?? {};
      const marked = closeBefore("shares", userId, 3);
      expectUnknown(await call("mark-shared-exam", { body: { ...writing, token: shared.token, changes, created_at } }));
      expect(marked()).not.toBeNull();
      const { shares } = await stored.rowsOf(userId);
      expect(shares.map(({ share_row }) => share_row)).not.toContain("notice");
    });

    test("that adds to the inbox of a teacher", async () => {
      const { body, ask } = await aSharer();
      const [teacher, other] = [await aLearner(), await aLearner()];
      closeBefore("inboxes", other.userId);
      expectUnknown(await other.call("keep-share", { body: { token: body.token } }));
      expect((await countsOf(other.userId))["inboxes"]).toBe(0);
      vi.restoreAllMocks();
      await teacher.ask("keep-share", { body: { token: body.token } });
      const further = () => ({ params: { shareId: randomUUID() }, body: aShare({ teachers: [teacher.userId] }) });
      const second = further();
      for (let nth = 0; nth < 2; nth += 1) {
        expect((await ask("create-share", second)).teachers).toEqual([teacher.userId]);
      }
      const token = aToken();
      await teacher.ask("open-inbox-share", { params: second.params, body: { token } });
      closeBefore("inboxes", teacher.userId);
      expectUnknown(
        await teacher.call("add-reusable-comment", { body: { token, comment: "Slower.", replaced: null } }),
      );
      vi.restoreAllMocks();
      expect((await ask("create-share", further())).teachers).toEqual([]);
      // The rows are two shares and a learner.
      expect((await countsOf(teacher.userId))["inboxes"]).toBe(3);
    });

    test("that adds a teacher to a learner", async () => {
      const { userId, body } = await aSharer();
      const teacher = await aLearner();
      closeBefore("shares", userId);
      expectUnknown(await teacher.call("keep-share", { body: { token: body.token } }));
      const { shares } = await stored.rowsOf(userId);
      expect(shares.map(({ share_row }) => share_row)).not.toContain(`teacher#${teacher.userId}`);
    });
  });

  test.each(["get-account", "get-home"] as const)("in %s, which creates the missing profile", async (name) => {
    const { userId, call } = await aLearner();
    await stored.remove("profiles", userId);
    closeBefore("profiles", userId);
    expect(await call(name)).toMatchObject({ status: 409, body: { code: "account_closing" } });
    expect((await stored.rowsOf(userId)).profiles).toEqual([]);
  });

  test("in the post-confirmation trigger, which creates the profile", async () => {
    const ids: string[] = [];
    const put = DynamoDBDocumentClient.prototype.send;
    vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(async function (
      this: DynamoDBDocumentClient,
      ...given: Parameters<typeof put>
    ) {
      const [command] = given;
      if (command instanceof PutCommand && command.input.TableName === localTableName("profiles")) {
        const id = z.string().parse(command.input.Item?.["id"]);
        ids.push(id);
        await mark(id);
      }
      return Reflect.apply(put, this, given);
    });
    await createLearner(cloud.webUrl).catch(() => undefined);
    const [userId = ""] = ids;
    const { profiles, closed_accounts } = await stored.rowsOf(userId);
    expect([profiles, closed_accounts.length]).toEqual([[], 1]);
  });

  test("in the connect handler, which stores the connection", async () => {
    const { userId, tokens } = await aLearner();
    const { realtimeUrl } = z
      .object({ realtimeUrl: z.string() })
      .parse(await (await fetch(`${cloud.webUrl}/config.json`)).json());
    closeBefore("connections", userId);
    const protocols = subprotocolsFor(tokens.AccessToken).join(", ");
    expect((await requestHandshake(realtimeUrl, { "Sec-WebSocket-Protocol": protocols })).status).toBe(401);
    expect((await stored.rowsOf(userId)).connections).toEqual([]);
  });
});

test("the sweep of closed accounts finishes an interrupted deletion with the sweep's own grants", async () => {
  const learner = await aLearner();
  const { userId, ask } = learner;
  const shareId = randomUUID();
  await ask("create-share", { params: { shareId }, body: aShare() });
  const [first] = (await ask("request-uploads", { params: { shareId } })).uploads;
  if (first) await upload(first.form, 45_000);
  // The learner is a teacher too.
  const sharer = await aLearner();
  const { body } = goodRequests["create-share"];
  await sharer.ask("create-share", { params: { shareId: randomUUID() }, body });
  const { share_id } = await ask("keep-share", { body: { token: body?.["token"] } });
  const token = aToken();
  await ask("open-inbox-share", { params: { shareId: share_id }, body: { token } });
  await ask("add-reusable-comment", { body: { token, comment: "Slower.", replaced: null } });
  for (const name of [
    "save-progress",
    "complete-scenario",
    "save-exam-attempt",
    "save-study-changes",
    "export-account",
  ] as const) {
    await ask(name, goodRequests[name]);
  }
  const returnUrl = `${cloud.webUrl}/pricing`;
  await ask("create-checkout-session", { body: { planType: "pro", billing: "monthly", returnUrl } });
  const connected = { connected_at: inDays(0), good_until: 1, expires_at: 2 };
  await stored.put("connections", { user_id: userId, seat: "01", connection_id: "gone", ...connected });
  await stored.put("closed_accounts", { user_id: userId, state: "closing", begun_at: inDays(-1), username: userId });
  const context = { awsRequestId: "sweep", getRemainingTimeInMillis: () => 900_000 };
  // The handler reads no other field of its context.
  const report = await runAsFunction("schedule/sweep-closed-accounts", sweep)(
    {},
    context as Parameters<typeof sweep>[1],
  );
  expect(report).toMatchObject({ failed: 0, finished: true });
  const { closed_accounts, ...rows } = await stored.rowsOf(userId);
  expect(Object.values(rows).flat()).toEqual([]);
  expect(closed_accounts).toMatchObject([{ state: "closed", expires_at: expect.any(Number) }]);
  expect(closed_accounts[0]).not.toHaveProperty("username");
});
