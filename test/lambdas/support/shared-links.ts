import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import type { RouteName } from "../../../domain/api.ts";
import type { NewShare } from "../../../domain/sharing/share.ts";
import type { NewComment } from "../../../domain/sharing/share-comment.ts";
import type { UploadForm } from "../../../domain/sharing/upload-form.ts";
import { scaledTimeoutMs } from "../../support/limits.ts";
import { apiOf } from "./call-api.ts";
import { aLearner, cloud, stored } from "./learners.ts";
import { aComment, aShare, aToken } from "./share-builders.ts";

type Body = Readonly<Record<string, unknown>>;

export function aGuest(token: string, name = "Bina", apiUrl = cloud.apiUrl) {
  const guest = { guest_id: randomUUID(), secret: aToken() };
  const api = apiOf(apiUrl, "");
  const opening = { token, guest };
  const commenting = (comment: NewComment) => ({ body: { ...opening, name, comment } });
  return {
    ...{ ...api, guest, token, name },
    open: () => api.ask("open-share", { body: opening }),
    comment: (comment = aComment()) => api.ask("save-guest-comment", commenting(comment)),
    tryComment: (comment = aComment()) => api.call("save-guest-comment", commenting(comment)),
    remove: (comment_id: string | null) => api.ask("delete-guest-writing", { body: { ...opening, comment_id } }),
    refused: (name: RouteName, body: Body = {}) => api.call(name, { body: { ...opening, ...body } }),
  };
}

export async function shareRow(userId: string, shareId: string): Promise<Record<string, unknown>> {
  const { shares } = await stored.rowsOf(userId);
  return shares.find(({ share_row: row }) => row === `share#${shareId}`) ?? {};
}

export async function aSharer(fields: Partial<NewShare> = {}) {
  const learner = await aLearner();
  const shareId = randomUUID();
  const body = aShare(fields);
  const share = await learner.ask("create-share", { params: { shareId }, body });
  const params = { shareId };
  return {
    ...{ ...learner, shareId, share, token: body.token, body, params },
    shown: () => learner.ask("get-share", { params }),
    guest: (name?: string) => aGuest(body.token, name),
    uploadFirst: async () => {
      const [first] = (await learner.ask("request-uploads", { params })).uploads;
      if (!first) throw new Error("There is no form");
      expect(await upload(first.form, 45_000)).toBe(204);
      await vi.waitFor(async () => {
        const { received } = await shareRow(learner.userId, shareId);
        expect(received).toEqual({ "0-0": "received" });
      }, scaledTimeoutMs(15_000));
    },
    change: async (row: Readonly<Record<string, unknown>>) =>
      stored.put("shares", { ...(await shareRow(learner.userId, shareId)), ...row }),
  };
}

/**
 * A file that begins with frames of MPEG-2 layer III: 32 kbit/s at 16 kHz, 144 bytes each.
 * http://www.mp3-tech.org/programmer/frame_header.html
 */
function anMp3(bytes: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes);
  for (let at = 0; at + 144 <= bytes; at += 144) file.set([0xff, 0xf3, 0x48, 0xc4], at);
  return file;
}

export async function upload(
  { url, fields }: UploadForm,
  bytes: number,
  file: Uint8Array<ArrayBuffer> = anMp3(bytes),
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([file]));
  return (await fetch(url, { method: "POST", body: form })).status;
}
