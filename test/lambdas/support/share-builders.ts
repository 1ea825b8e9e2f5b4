import { randomBytes, randomUUID } from "node:crypto";
import type { NewShare, SharedDialogue } from "../../../domain/sharing/share.ts";
import type { NewComment } from "../../../domain/sharing/share-comment.ts";

export const aToken = () => randomBytes(16).toString("base64url");

export const aSharedDialogue = (fields: Partial<SharedDialogue> = {}): SharedDialogue => ({
  ...{ language: "nepali", scenario_id: "example-1", title: "At the counter", version: "2026-11-01" },
  ...fields,
});

export const aShare = (fields: Partial<NewShare> = {}): NewShare => ({
  ...{ token: aToken(), subject: { kind: "dialogue" }, asker: "Asha", question: "Is it too slow?", days: 7 },
  ...{ dialogues: [aSharedDialogue()], teachers: [] },
  recordings: [
    { dialogue: 0, segment: 0, seconds: 11.25, bytes: 45_000 },
    { dialogue: 0, segment: 2, seconds: 6.5, bytes: 26_000 },
  ],
  ...fields,
});

export const aComment = (fields: Partial<NewComment> = {}): NewComment => ({
  ...{ comment_id: randomUUID(), dialogue: 0, segment: 0, at_seconds: 2.5, kind: "term", text: "Say the whole name." },
  ...{ unit: null, voice: null },
  ...fields,
});

export const aVoice = (bytes = 8000): NonNullable<NewComment["voice"]> => ({
  recording_id: randomUUID(),
  ...{ seconds: 2, bytes },
});
