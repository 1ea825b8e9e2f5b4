import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExamAttempt } from "../../../domain/exam/exam-attempt.ts";
import { shareUrl, toLinkToken } from "../../../domain/sharing/link-token.ts";
import type { NewShare } from "../../../domain/sharing/share.ts";
import { maxFormsPerRequest } from "../../../domain/sharing/share-limits.ts";
import type { ShareWithComments } from "../../../domain/sharing/share-routes.ts";
import type { UploadForm } from "../../../domain/sharing/upload-form.ts";
import { apiOf } from "../../lambdas/support/call-api.ts";
import { fetchConfig, signIn } from "../../support/learner.ts";
import type { NewLearner } from "./learner.ts";

const segments = join(import.meta.dirname, "../../../content/pack/nepali/example/example-1/segments");
const segmentFile = readdirSync(segments).find((name) => name.endsWith(".mp3")) ?? "";
/** The sample pack's MP3s have 16 kbit/s. */
const bytesPerSecond = 2_000;

export async function uploadElsewhere({ url, fields }: UploadForm, file: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([file]));
  const response = await fetch(url, { method: "POST", body: form });
  if (!response.ok) throw new Error(`The upload was refused: ${await response.text()}`);
}

export type ShareElsewhere = {
  link: string;
  feedback: () => Promise<ShareWithComments>;
  revoke: () => Promise<void>;
};

/** All recordings are the same MP3. */
export async function shareElsewhere(
  appUrl: string,
  learner: NewLearner,
  { attempt_id, dialogues }: ExamAttempt,
  fields: Partial<NewShare> = {},
): Promise<ShareElsewhere> {
  const mp3 = new Uint8Array(readFileSync(join(segments, segmentFile)));
  const [{ apiUrl }, { AccessToken }] = await Promise.all([fetchConfig(appUrl), signIn(appUrl, learner)]);
  const api = apiOf(apiUrl, AccessToken);
  const params = { shareId: randomUUID() };
  const token = toLinkToken(randomBytes(16));
  const recordings = dialogues.flatMap(({ segments: heard }, dialogue) =>
    heard.flatMap((facts, segment) =>
      facts?.take_seconds ? [{ dialogue, segment, seconds: mp3.length / bytesPerSecond, bytes: mp3.length }] : [],
    ),
  );
  const body: NewShare = {
    ...{ token, asker: learner.name, question: "", days: 14, teachers: [], recordings },
    subject: { kind: "exam", attempt_id, shows_marks: true },
    dialogues: dialogues.map(({ language, scenario_id, title }) => ({ language, scenario_id, title })),
    ...fields,
  };
  await api.ask("create-share", { params, body });
  for (let sent = 0; sent < recordings.length; sent += maxFormsPerRequest) {
    const places = recordings
      .slice(sent, sent + maxFormsPerRequest)
      .map(({ dialogue, segment }) => ({ dialogue, segment }));
    const { uploads } = await api.ask("request-uploads", { params, body: { places } });
    for (const { form } of uploads) await uploadElsewhere(form, mp3);
  }
  return {
    link: shareUrl(appUrl, token),
    feedback: () => api.ask("get-share", { params }),
    revoke: async () => void (await api.ask("revoke-share", { params })),
  };
}
