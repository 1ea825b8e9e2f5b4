import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { Refusal } from "../../../domain/http/refusal.ts";
import { reportShare } from "../../../lambdas/api/report-share.ts";
import type { Mail } from "../../../lambdas/mail/mail.ts";
import { createShareLinkStore } from "../../../lambdas/store/share-links.ts";
import { createShareReportStore } from "../../../lambdas/store/share-reports.ts";
import { createShareStore } from "../../../lambdas/store/shares.ts";
import { credentials } from "../../../local/cloud-settings.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";
import { cloud } from "../support/learners.ts";
import { aSharer } from "../support/shared-links.ts";

const dynamodb = new DynamoDBClient({ endpoint: cloud.dynamodbUrl, region: "local", credentials });
const store = DynamoDBDocumentClient.from(dynamodb);
const shares = createShareStore(store, localTableName("shares"), allowEveryAccount);
const shareLinks = createShareLinkStore(store, localTableName("share_links"), allowEveryAccount);
const shareReports = createShareReportStore(store, localTableName("shares"));
const start = new Date("2026-11-26T09:00:00.000Z");
const mailFailed = () => new Refusal("mail_unavailable", "The message could not be sent.");

async function aReportedShare() {
  const { userId, shareId, token, guest } = await aSharer();
  const at = { seconds: 0, fails: false };
  const mails: Mail[] = [];
  const never = () => Promise.reject(new Error("Not expected"));
  const services = {
    callCounts: { admit: async () => null },
    clock: { now: () => new Date(start.getTime() + at.seconds * 1000) },
    inboxes: { getShare: never },
    mailer: {
      send: async (mail: Mail) => {
        if (at.fails) throw mailFailed();
        mails.push(mail);
      },
    },
    ...{ shareLinks, shareReports, shares },
    shareTeachers: { get: never },
    supportEmail: "desk@parlance.example",
  };
  const request = { method: "POST", path: "/", rawBody: "", sourceAddress: "192.0.2.7", header: () => "" };
  const opening = { token, guest: guest().guest };
  const report = (reason: string) => reportShare({ body: { ...opening, reason }, request }, services);
  const reasons = async () => (await shares.get({ userId, shareId }))?.reports.map(({ reason }) => reason);
  return { at, mails, report, reasons };
}

const reasonsOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, nth) => `Reason ${first + nth}`);

test("ten reports of a share reach the operator, and an eleventh is accepted without an email", async () => {
  const { mails, report, reasons } = await aReportedShare();
  for (const reason of reasonsOf(1, 11)) expect(await report(reason)).toEqual({ reported: true });
  expect([mails.length, await reasons()]).toEqual([10, reasonsOf(1, 10)]);
});

test("a report that is made a minute after the emails of ten reports have failed reaches the operator", async () => {
  const { at, mails, report, reasons } = await aReportedShare();
  at.fails = true;
  for (const reason of reasonsOf(1, 10)) await expect(report(reason)).rejects.toMatchObject(mailFailed());
  at.fails = false;
  at.seconds = 60;
  expect(await report("Reason 11")).toEqual({ reported: true });
  expect(mails.map(({ text }) => text.includes("Reason 11"))).toEqual([true]);
  expect(await reasons()).toEqual(["Reason 11", ...reasonsOf(2, 10)]);
});

test("a report is refused 59 seconds after the emails of ten reports have failed", async () => {
  const { at, mails, report } = await aReportedShare();
  at.fails = true;
  for (const reason of reasonsOf(1, 10)) await expect(report(reason)).rejects.toMatchObject(mailFailed());
  at.fails = false;
  at.seconds = 59;
  await expect(report("Reason 11")).rejects.toMatchObject({ code: "mail_unavailable" });
  expect(mails).toEqual([]);
});

test("after a minute, a failed email does not count towards the limit of ten emails", async () => {
  const { at, mails, report } = await aReportedShare();
  at.fails = true;
  await expect(report("Reason 1")).rejects.toMatchObject(mailFailed());
  at.fails = false;
  for (const reason of reasonsOf(1, 9)) await report(reason);
  at.seconds = 60;
  for (const reason of reasonsOf(10, 12)) await report(reason);
  expect(mails).toHaveLength(10);
});

test("fifteen simultaneous reports send ten emails", async () => {
  const { mails, report, reasons } = await aReportedShare();
  const outcomes = await Promise.allSettled(reasonsOf(1, 15).map(report));
  expect(mails).toHaveLength(10);
  expect((await reasons())?.length).toBe(10);
  const accepted = outcomes.filter(({ status }) => status === "fulfilled");
  expect(accepted.length).toBeGreaterThanOrEqual(10);
  expect(await report("Reason 16")).toEqual({ reported: true });
  expect(mails).toHaveLength(10);
});
