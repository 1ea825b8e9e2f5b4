import * as z from "zod/mini";
import type { SupportMessage } from "../../../../domain/support-message.ts";

export const emptyDraft: SupportMessage = { title: "", feedback: "" };

const Draft = z.object({ title: z.string(), feedback: z.string() });
const prefix = "support_draft_";

/** What a learner has begun to write in this tab; empty if nothing. */
export function readDraft(userId: string): SupportMessage {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(prefix + userId) ?? ""));
  } catch {
    return emptyDraft;
  }
}

/** Keeps what a learner writes until it is sent or they leave; a browser that cannot does without. */
export function writeDraft(userId: string, draft: SupportMessage): void {
  try {
    if (draft.title === "" && draft.feedback === "") sessionStorage.removeItem(prefix + userId);
    else sessionStorage.setItem(prefix + userId, JSON.stringify(draft));
  } catch {}
}

function forgetWhere(isForgotten: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && isForgotten(key)) sessionStorage.removeItem(key);
    }
  } catch {}
}

/** Removes what anybody has begun to write in this tab. */
export const forgetDrafts = (): void => forgetWhere(() => true);

/** Removes what anybody but this learner has begun to write in this tab. */
export const forgetDraftsOfOthers = (userId: string): void => forgetWhere((key) => key !== prefix + userId);
