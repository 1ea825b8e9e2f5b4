import * as z from "zod/mini";
import {
  type Marking,
  type MarkingChange,
  maxChangesPerRequest,
  MarkingChange as StoredChange,
} from "../../../domain/exam/exam-attempt.ts";
import { findRejectedChanges, isSameSubject, mergeChanges } from "../../../domain/exam/exam-marking.ts";
import { Instant } from "../../../domain/http/route.ts";
import { createObservable, type Observable } from "../browser/observable.ts";
import { parseStored, readStored, removeStored, writeStored } from "../browser/storage.ts";
import { storedByGuests } from "../browser/stored-by-guests.ts";
import { createRetryLoop } from "./retry-loop.ts";
import { type FailureCode, failureCode, isClosed, isTemporary, type SharedApi } from "./shared-api.ts";

/** Changes within this time are sent together, because the server limits the number of calls. */
const gatheringMs = 1_500;

export type MarkingState = {
  changes: readonly MarkingChange[];
  pending: readonly MarkingChange[];
  trouble: FailureCode | null;
  /** True if the server had no room for a change of the latest batch. */
  isFull: boolean;
};

export type MarkingOutbox = {
  state: Observable<MarkingState>;
  add: (changes: readonly MarkingChange[]) => void;
  merge: (marking: Marking) => void;
  retry: () => void;
  clear: () => void;
};

type Options = {
  api: SharedApi;
  link: string;
  name: () => string;
  now: () => Date;
  onStored: () => void;
  onClosed: (code: FailureCode) => void;
};

const StoredMarking = z.object({ created_at: Instant, pending: z.array(StoredChange) });

const isSent = (sent: readonly MarkingChange[]) => (change: MarkingChange) =>
  sent.some((other) => isSameSubject(other, change) && other.changed_at === change.changed_at);

export function createMarkingOutbox({ api, link, name, now, onStored, onClosed }: Options): MarkingOutbox {
  const kept = parseStored(readStored(storedByGuests.guestMarking, { link }), StoredMarking);
  let createdAt = kept?.created_at;
  /** Counts calls of `clear`, so that replies to earlier requests are ignored. */
  let deletions = 0;
  const pendingAtStart = kept?.pending ?? [];
  const state = createObservable<MarkingState>({
    changes: mergeChanges(pendingAtStart, []),
    pending: pendingAtStart,
    trouble: null,
    isFull: false,
  });
  const set = (facts: Partial<MarkingState>) => {
    const next = { ...state.get(), ...facts };
    state.set(next);
    if (next.pending.length === 0) removeStored(storedByGuests.guestMarking, { link });
    else {
      const marking = { created_at: createdAt, pending: next.pending };
      writeStored(storedByGuests.guestMarking, JSON.stringify(marking), { link });
    }
  };
  const sendBatch = async () => {
    const sent = state.get().pending.slice(0, maxChangesPerRequest);
    const deletionsBefore = deletions;
    createdAt ??= now().toISOString();
    const reply = await api.call("mark-shared-exam", { name: name(), created_at: createdAt, changes: [...sent] });
    if (deletions !== deletionsBefore) return;
    createdAt = reply.created_at;
    const pending = state.get().pending.filter((change) => !isSent(sent)(change));
    const changes = mergeChanges(reply.changes, pending);
    const leftOut = findRejectedChanges(reply.changes, reply.left_out ?? []);
    set({ changes, pending, trouble: null, isFull: leftOut.length > 0 });
  };
  const sendAll = async (): Promise<boolean> => {
    const deletionsBefore = deletions;
    try {
      while (state.get().pending.length > 0) await sendBatch();
      onStored();
      return false;
    } catch (error) {
      // Changes made after the deletion are sent by the next run.
      if (deletions !== deletionsBefore) return state.get().pending.length > 0;
      const code = failureCode(error);
      if (isClosed(code)) onClosed(code);
      set({ trouble: code });
      return isTemporary(code);
    }
  };
  const loop = createRetryLoop(sendAll);
  return {
    state,
    add: (changes) => {
      createdAt ??= now().toISOString();
      const present = state.get();
      set({
        changes: mergeChanges(present.changes, changes),
        pending: [...present.pending.filter((old) => !changes.some((each) => isSameSubject(each, old))), ...changes],
      });
      loop.startIn(gatheringMs);
    },
    merge: ({ created_at, changes }) => {
      const present = state.get();
      // The server may have sent this marking before it stored the latest changes.
      const known = created_at === createdAt ? present.changes : present.pending;
      createdAt = created_at;
      set({ changes: mergeChanges(changes, known) });
    },
    retry: loop.start,
    clear: () => {
      deletions += 1;
      createdAt = undefined;
      set({ changes: [], pending: [], trouble: null, isFull: false });
    },
  };
}
