import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import type { Page } from "playwright-core";
import type { ExamAttempt } from "../../domain/exam/exam-attempt.ts";
import type { OpenedShare } from "../../domain/sharing/guest-routes.ts";
import { sumSharedBytes } from "../../domain/sharing/share-access.ts";
import { defaultShareDays } from "../../domain/sharing/share-limits.ts";
import { credentials, region, sharedAudioBucket } from "../../local/cloud-settings.ts";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { emulate3g } from "../e2e/support/emulate-3g.ts";
import {
  createExamAttempt,
  exampleDialogue,
  interpretedSegment,
  toSeedRecordings,
  writeRecordings,
} from "../e2e/support/exam-attempts.ts";
import { createGuest } from "../e2e/support/guest-calls.ts";
import { type NewLearner, newLearner, signUpFree } from "../e2e/support/learner.ts";
import { shareElsewhere, uploadElsewhere } from "../e2e/support/share-elsewhere.ts";
import { advanceClock } from "../support/advance-clock.ts";
import { startChildApp } from "../support/child-app.ts";
import { freePorts } from "../support/free-port.ts";
import { exactRow, limitedRow, type Row, reportedRow } from "./row.ts";

/** The lengths of the recordings in seconds, 20 minutes in total. */
const exam = { "example-1": Array(10).fill(60), "example-2": Array(12).fill(50) };
const mostMb = 6;
const mostRevocationSeconds = 300;

const createExam = (appUrl: string, learner: NewLearner): Promise<ExamAttempt> =>
  createExamAttempt(
    appUrl,
    learner,
    Object.entries(exam).map(([id, lengths]) =>
      exampleDialogue(
        id,
        lengths.map((seconds) => interpretedSegment(seconds)),
      ),
    ),
  );

async function measureSharing(
  page: Page,
  appUrl: string,
  attempt: ExamAttempt,
): Promise<{ rows: Row[]; link: string }> {
  // Each recording needs its own call, because a message of the DevTools protocol has a limited size.
  for (const recording of toSeedRecordings(attempt)) await page.evaluate(writeRecordings, [recording]);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await page.getByRole("button", { name: "Ask for feedback" }).click();
  const create = page.getByRole("button", { name: "Create link" });
  await create.waitFor();
  await emulate3g(page);
  const startedAt = performance.now();
  await create.click();
  const field = page.getByRole("dialog", { name: "Your link is ready" }).getByLabel("Link", { exact: true });
  await field.waitFor({ timeout: 300_000 });
  const createdAt = performance.now();
  await page.getByText(/^Recordings uploaded/).waitFor({ state: "detached", timeout: 600_000 });
  const uploadedAt = performance.now();
  const link = await field.inputValue();
  const mb = sumSharedBytes((await createGuest(appUrl, link).open()).recordings) / 1e6;
  const rows = [
    limitedRow("Sharing 20 minutes of an exam: size of the MP3s", mb, "MB", mostMb),
    reportedRow("Sharing 20 minutes of an exam: from “Create link” to the link", (createdAt - startedAt) / 1_000, "s"),
    reportedRow(
      "Sharing 20 minutes of an exam: from the link to the last upload, 3G",
      (uploadedAt - createdAt) / 1_000,
      "s",
    ),
  ];
  return { rows, link };
}

const audioUrlsOf = ({ recordings, guest }: OpenedShare): string[] =>
  [...recordings.map(({ url }) => url), ...(guest?.comments ?? []).map(({ voice_url: url }) => url)].flatMap(
    (url) => url ?? [],
  );

async function addVoiceComment(appUrl: string, link: string): Promise<OpenedShare> {
  const guest = createGuest(appUrl, link);
  const { recordings } = await guest.open();
  const shortest = recordings.toSorted((one, other) => one.bytes - other.bytes)[0];
  const audio = new Uint8Array(await (await fetch(shortest?.url ?? "")).arrayBuffer());
  const { upload } = await guest.comment({
    text: "",
    voice: { recording_id: crypto.randomUUID(), seconds: 10, bytes: audio.length },
  });
  if (!upload) throw new Error("There is no form for the voice");
  await uploadElsewhere(upload, audio);
  for (;;) {
    const opened = await guest.open();
    if (audioUrlsOf(opened).length > recordings.length) return opened;
    await pause(100);
  }
}

/** Returns the expiry of a signed S3 address (signature version 4), in ms since 1970. */
function expiryOf(url: string): number {
  const { searchParams } = new URL(url);
  const [, year, month, day, hours, minutes, seconds] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get("X-Amz-Date") ?? "") ?? [];
  const signedAt = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return signedAt + 1_000 * Number(searchParams.get("X-Amz-Expires"));
}

async function measureRevocation(opened: OpenedShare, revoke: () => Promise<void>): Promise<Row[]> {
  const urls = audioUrlsOf(opened);
  const scriptsExpireAt =
    Date.now() + 1_000 * Math.max(...opened.content.map(({ expiresInSeconds }) => expiresInSeconds));
  const revokedAt = Date.now();
  await revoke();
  for (let open = urls; open.length > 0; ) {
    const responses = await Promise.all(open.map(async (url) => ({ url, isOk: (await fetch(url)).ok })));
    open = responses.flatMap(({ url, isOk }) => (isOk ? [url] : []));
    if (open.length > 0) await pause(50);
  }
  const stoppedAt = Date.now();
  const expiresAt = Math.max(scriptsExpireAt, ...urls.map(expiryOf));
  return [
    limitedRow(
      `Revocation to the last byte of ${urls.length} files`,
      (stoppedAt - revokedAt) / 1_000,
      "s",
      mostRevocationSeconds,
    ),
    limitedRow(
      "Revocation to the expiry of the last signed address",
      (expiresAt - revokedAt) / 1_000,
      "s",
      mostRevocationSeconds,
    ),
  ];
}

async function countObjects(endpoint: string): Promise<number> {
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const { KeyCount = Number.NaN } = await s3.send(new ListObjectsV2Command({ Bucket: sharedAudioBucket }));
  s3.destroy();
  return KeyCount;
}

/** Moves the clock beyond the end of all links, so that the hourly schedule removes their objects. */
async function measureExpiry(appUrl: string, endpoint: string): Promise<Row[]> {
  const before = await countObjects(endpoint);
  if (before === 0) throw new Error("There is no object that could expire");
  await advanceClock(appUrl, `P${defaultShareDays}DT2H`);
  return [
    exactRow(`Objects left of ${before} after the links have expired`, await countObjects(endpoint), "objects", 0),
  ];
}

async function measureInApp(appUrl: string): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser);
    const learner = newLearner();
    await signUpFree(page, appUrl, learner);
    const attempt = await createExam(appUrl, learner);
    const { rows, link } = await measureSharing(page, appUrl, attempt);
    const [url = ""] = audioUrlsOf(await addVoiceComment(appUrl, link));
    const revoked = await shareElsewhere(appUrl, learner, attempt);
    return [
      ...rows,
      ...(await measureRevocation(await addVoiceComment(appUrl, revoked.link), revoked.revoke)),
      ...(await measureExpiry(appUrl, new URL(url).origin)),
    ];
  } finally {
    await browser.close();
  }
}

/** The measurement moves the clock, so it uses a separate local cloud. */
export async function measureFeedback(directory: string): Promise<Row[]> {
  const app = await startChildApp({ directory: join(directory, "feedback"), port: await freePorts(6) });
  try {
    return await measureInApp(app.url);
  } finally {
    await app.end("SIGTERM");
  }
}
