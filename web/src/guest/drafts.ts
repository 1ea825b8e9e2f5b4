import * as z from "zod/mini";
import { unitKinds } from "../../../domain/content/pack.ts";
import { maxRemarkLength } from "../../../domain/exam/exam-attempt.ts";
import type { Place } from "../../../domain/exam/exam-marking.ts";
import { commentKinds } from "../../../domain/sharing/share-comment.ts";
import { createObservable, type Observable } from "../browser/observable.ts";
import { parseStored, readStored, removeStored, writeStored } from "../browser/storage.ts";
import { storedByGuests } from "../browser/stored-by-guests.ts";

const CommentDraft = z.object({
  comment_id: z.uuid(),
  dialogue: z.int(),
  segment: z.int(),
  /** Null if the comment is about the whole segment. */
  at_seconds: z.nullable(z.number()),
  kind: z.enum(commentKinds),
  text: z.string(),
  unit: z.nullable(z.object({ sign: z.string(), kind: z.enum(unitKinds), text: z.string() })),
});
export type CommentDraft = z.infer<typeof CommentDraft>;

const StoredDrafts = z.object({
  /** By `placeKey`. */
  comments: z.record(z.string(), CommentDraft),
  report: z.string(),
  /** By the note's id. */
  remarks: z.record(z.string(), z.string()),
  isMarking: z.boolean(),
});
export type Drafts = z.infer<typeof StoredDrafts>;

const noDrafts: Drafts = { comments: {}, report: "", remarks: {}, isMarking: false };

export function placeKey({ dialogue, segment }: Place): string {
  return `${dialogue}-${segment}`;
}

export type DraftStore = Observable<Drafts> & {
  draftAt: (place: Place) => CommentDraft | undefined;
  saveDraft: (draft: CommentDraft) => void;
  removeDraft: (place: Place) => void;
  setRemark: (noteId: string, remark: string) => void;
  removeRemark: (noteId: string) => void;
};

export function createDraftStore(link: string): DraftStore {
  const store = createObservable(
    parseStored(readStored(storedByGuests.guestDrafts, { link }), StoredDrafts) ?? noDrafts,
  );
  const set = (drafts: Drafts) => {
    store.set(drafts);
    writeStored(storedByGuests.guestDrafts, JSON.stringify(drafts), { link });
  };
  const setComments = (comments: Drafts["comments"]) => set({ ...store.get(), comments });
  return {
    ...store,
    set,
    draftAt: (place) => store.get().comments[placeKey(place)],
    saveDraft: (draft) => setComments({ ...store.get().comments, [placeKey(draft)]: draft }),
    removeDraft: (place) => {
      const { [placeKey(place)]: _, ...others } = store.get().comments;
      setComments(others);
    },
    setRemark: (noteId, remark) => {
      const drafts = store.get();
      set({ ...drafts, remarks: { ...drafts.remarks, [noteId]: remark.slice(0, maxRemarkLength) } });
    },
    removeRemark: (noteId) => {
      const { [noteId]: _, ...remarks } = store.get().remarks;
      set({ ...store.get(), remarks });
    },
  };
}

export function removeDrafts(store: DraftStore, link: string): void {
  store.set(noDrafts);
  removeStored(storedByGuests.guestDrafts, { link });
}
