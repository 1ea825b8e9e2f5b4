import * as z from "zod/mini";
import {
  type NewComment,
  type OwnComment,
  NewComment as StoredComment,
} from "../../../domain/sharing/share-comment.ts";
import { sharedAudioType } from "../../../domain/sharing/share-limits.ts";
import { createObservable, type Observable } from "../browser/observable.ts";
import { parseStored, readStored, removeStored, writeStored } from "../browser/storage.ts";
import { storedByGuests } from "../browser/stored-by-guests.ts";
import { createRetryLoop } from "./retry-loop.ts";
import { type FailureCode, failureCode, isClosed, isTemporary, type SharedApi } from "./shared-api.ts";
import { uploadFile } from "./upload-file.ts";

/** `sent` is the sent share of the voice recording's upload, 0 to 1. */
export type WaitingComment = { comment: NewComment; refused: FailureCode | null; sent: number };

export type CommentOutbox = {
  waiting: Observable<readonly WaitingComment[]>;
  /** The code of the latest temporary failure, until a call succeeds. */
  trouble: Observable<FailureCode | null>;
  /** @param voice MP3 of a spoken comment */
  add: (comment: NewComment, voice: ArrayBuffer | null) => void;
  retry: () => void;
  discard: (id: string) => void;
  discardAll: () => void;
};

type Options = {
  api: SharedApi;
  link: string;
  name: () => string;
  onSaved: (comment: OwnComment) => void;
  onClosed: (code: FailureCode) => void;
};

const StoredComments = z.array(StoredComment);

function readWaiting(link: string): WaitingComment[] {
  const comments = parseStored(readStored(storedByGuests.guestComments, { link }), StoredComments) ?? [];
  return comments.map((comment) => ({ comment, refused: null, sent: 0 }));
}

export function createCommentOutbox({ api, link, name, onSaved, onClosed }: Options): CommentOutbox {
  const waiting = createObservable<readonly WaitingComment[]>(readWaiting(link));
  const trouble = createObservable<FailureCode | null>(null);
  const voices = new Map<string, ArrayBuffer>();
  /** Counts calls of `discardAll`, so that replies to earlier requests do not reach `onSaved`. */
  let deletions = 0;

  const set = (comments: readonly WaitingComment[]) => {
    waiting.set(comments);
    // A voice recording is not stored, so a comment with a voice stays only in memory.
    const kept = comments.map(({ comment }) => comment).filter(({ voice }) => voice === null);
    if (kept.length === 0) removeStored(storedByGuests.guestComments, { link });
    else writeStored(storedByGuests.guestComments, JSON.stringify(kept), { link });
  };
  const change = (id: string, facts: Partial<WaitingComment>) =>
    set(waiting.get().map((each) => (each.comment.comment_id === id ? { ...each, ...facts } : each)));
  const discard = (id: string) => {
    voices.delete(id);
    set(waiting.get().filter(({ comment }) => comment.comment_id !== id));
  };
  const sendOne = async (comment: NewComment) => {
    const { comment_id: id } = comment;
    const deletionsBefore = deletions;
    const { comment: saved, upload } = await api.call("save-guest-comment", { name: name(), comment });
    const voice = voices.get(id);
    if (upload && voice) {
      await uploadFile(upload, new Blob([voice], { type: sharedAudioType }), (sent) => change(id, { sent }));
    }
    // The guest may have changed the comment meanwhile.
    if (waiting.get().some((each) => each.comment === comment)) discard(id);
    if (deletions === deletionsBefore) onSaved(saved);
  };
  const sendAll = async (): Promise<boolean> => {
    for (;;) {
      const next = waiting.get().find(({ refused }) => refused === null);
      if (!next) return false;
      try {
        await sendOne(next.comment);
        trouble.set(null);
      } catch (error) {
        const code = failureCode(error);
        if (isClosed(code)) {
          onClosed(code);
          return false;
        }
        if (isTemporary(code)) {
          trouble.set(code);
          return true;
        }
        change(next.comment.comment_id, { refused: code });
      }
    }
  };
  const loop = createRetryLoop(sendAll);
  return {
    waiting,
    trouble,
    add: (comment, voice) => {
      if (voice) voices.set(comment.comment_id, voice);
      const others = waiting.get().filter((each) => each.comment.comment_id !== comment.comment_id);
      set([...others, { comment, refused: null, sent: 0 }]);
      loop.start();
    },
    retry: loop.start,
    discard,
    discardAll: () => {
      deletions += 1;
      voices.clear();
      set([]);
    },
  };
}
