import * as z from "zod/mini";
import type { SupportMessage } from "../../../../domain/support/support-message.ts";
import { parseStored, readStored, removeListed, removeStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";

export const emptyDraft: SupportMessage = { title: "", feedback: "" };

const Draft = z.object({ title: z.string(), feedback: z.string() });

/** What a learner has begun to write in this tab; empty if nothing. */
export function readDraft(userId: string): SupportMessage {
  return parseStored(readStored(stored.supportDraft, { learner: userId }), Draft) ?? emptyDraft;
}

/** Keeps what a learner writes until it is sent or they log out. */
export function writeDraft(userId: string, draft: SupportMessage): void {
  const filling = { learner: userId };
  if (draft.title === "" && draft.feedback === "") removeStored(stored.supportDraft, filling);
  else writeStored(stored.supportDraft, JSON.stringify(draft), filling);
}

/** Removes what anybody but this learner has begun to write in this tab. */
export const removeOtherDrafts = (userId: string): void =>
  removeListed(stored.supportDraft, {}, (learner) => learner !== userId);
