import * as z from "zod/mini";
import type { SupportMessage } from "../../../../domain/support/support-message.ts";
import { parseStored, readStored, removeListed, removeStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";

export const emptyDraft: SupportMessage = { title: "", feedback: "" };

const Draft = z.object({ title: z.string(), feedback: z.string() });

export function readDraft(userId: string): SupportMessage {
  return parseStored(readStored(stored.supportDraft, { learner: userId }), Draft) ?? emptyDraft;
}

export function writeDraft(userId: string, draft: SupportMessage): void {
  const filling = { learner: userId };
  if (draft.title === "" && draft.feedback === "") removeStored(stored.supportDraft, filling);
  else writeStored(stored.supportDraft, JSON.stringify(draft), filling);
}

export const removeOtherDrafts = (userId: string): void =>
  removeListed(stored.supportDraft, {}, (learner) => learner !== userId);
