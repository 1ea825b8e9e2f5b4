import { randomUUID } from "node:crypto";
import type { RouteName } from "../../../domain/api.ts";
import type { UploadForm } from "../../../domain/sharing/upload-form.ts";
import type { Cloud } from "../../../local/cloud.ts";
import { createLearner } from "../../support/learner.ts";
import { apiOf, callRoute } from "./call-api.ts";
import { aComment, aShare, aToken } from "./share-builders.ts";
import { anMp3, openShareWorld } from "./share-world.ts";

export const mp3 = anMp3();
export const recordings = [{ dialogue: 0, segment: 0, seconds: 5, bytes: mp3.length }];

export const guestOf = (token: string) => ({ token, guest: { guest_id: randomUUID(), secret: aToken() } });
export type Guest = ReturnType<typeof guestOf>;

export async function sendForm({ url, fields }: UploadForm, file: Uint8Array, more: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...more })) body.append(name, value);
  body.append("file", new Blob([new Uint8Array(file)]));
  return (await fetch(url, { method: "POST", body })).status;
}

export function openTargets(cloud: Cloud) {
  const world = openShareWorld(cloud);
  const call = (name: RouteName, body: unknown) => callRoute(name, { apiUrl: cloud.apiUrl, body });
  const comment = (guest: Guest, written = aComment(), name = "Bina") =>
    call("save-guest-comment", { ...guest, name, comment: written });
  const aTarget = async () => {
    const { tokens, userId } = await createLearner(cloud.webUrl);
    const learner = apiOf(cloud.apiUrl, tokens.AccessToken);
    const [shareId, token] = [randomUUID(), aToken()];
    const params = { shareId };
    await learner.ask("create-share", { params, body: aShare({ token, recordings }) });
    const { uploads } = await learner.ask("request-uploads", { params });
    const form = uploads[0]?.form;
    if (!form) throw new Error("There is no form");
    const key = `${shareId}/recording-0-0.mp3`;
    const share = () => world.shares.get({ userId, shareId });
    const texts = async () => (await world.comments.list({ userId, shareId })).map(({ text }) => text);
    return { learner, userId, shareId, token, params, form, key, share, texts, guest: () => guestOf(token) };
  };
  return { ...world, call, comment, aTarget };
}
