import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import type { OwnComment } from "../../../domain/sharing/share-comment.ts";
import { sharedAddressSeconds } from "../../../domain/sharing/share-limits.ts";
import { createObservable, type Observable } from "../browser/observable.ts";
import { type FailureCode, failureCode, isClosed, isTemporary, type SharedApi } from "./shared-api.ts";

/** `closed` is set if the link has closed while the page was open. */
export type SessionState =
  | { kind: "opening" }
  | { kind: "failed"; code: FailureCode }
  | { kind: "open"; share: OpenedShare; closed: FailureCode | null };

export const isShareClosed = (state: SessionState): boolean => state.kind === "open" && state.closed !== null;

const renewalAgeMs = (sharedAddressSeconds - 90) * 1_000;
/** Older addresses may expire before a file has arrived. */
const oldestUsedMs = (sharedAddressSeconds - 20) * 1_000;
const tickMs = 15_000;

export type ShareSession = {
  state: Observable<SessionState>;
  /** Does not reject. A later call requests new addresses. */
  open: () => Promise<void>;
  /**
   * Returns the share with addresses that are valid for some seconds. If the link is closed, the addresses may have
   * expired.
   * @throws GuestCallError
   */
  fresh: () => Promise<OpenedShare>;
  /** Null removes the comment. */
  showComment: (id: string, comment: OwnComment | null) => void;
  /** Call this function after the server has deleted the guest's comments and marking. */
  removeFeedback: () => void;
  close: (code: FailureCode) => void;
  stop: () => void;
};

export type OwnComments = ReadonlyMap<string, OwnComment | null>;

export function mergeOwnComments(stored: readonly OwnComment[], changed: OwnComments): OwnComment[] {
  const known = new Map(stored.map((comment) => [comment.comment_id, comment]));
  for (const [id, comment] of changed) {
    const other = known.get(id);
    if (comment === null) known.delete(id);
    else if (!other || other.changed_at < comment.changed_at) known.set(id, comment);
  }
  return [...known.values()].toSorted((one, other) => one.created_at.localeCompare(other.created_at));
}

function withComments(share: OpenedShare, changed: OwnComments): OpenedShare {
  if (changed.size === 0) return share;
  const guest = share.guest ?? { name: "", comments: [], marking: null, learner_marking: null };
  return { ...share, guest: { ...guest, comments: mergeOwnComments(guest.comments, changed) } };
}

export function createShareSession(api: SharedApi): ShareSession {
  const state = createObservable<SessionState>({ kind: "opening" });
  const changed = new Map<string, OwnComment | null>();
  let openedAtMs = 0;
  let opening: Promise<OpenedShare> | undefined;

  const ageMs = () => Date.now() - openedAtMs;
  const close = (code: FailureCode) => {
    const present = state.get();
    state.set(present.kind === "open" ? { ...present, closed: code } : { kind: "failed", code });
  };
  const request = async () => {
    const askedAtMs = Date.now();
    try {
      const share = await api.call("open-share", {});
      openedAtMs = askedAtMs;
      state.set({ kind: "open", share: withComments(share, changed), closed: null });
      return share;
    } catch (error) {
      const code = failureCode(error);
      // After another failure, such as a missing network, an open page stays as it is.
      if (state.get().kind !== "open" || isClosed(code)) close(code);
      throw error;
    }
  };
  const renew = () => {
    opening ??= request().finally(() => {
      opening = undefined;
    });
    return opening;
  };
  const open = () =>
    renew().then(
      () => undefined,
      () => undefined,
    );
  const renewIfOld = () => {
    const present = state.get();
    const isDue = present.kind === "open" ? present.closed === null && ageMs() > renewalAgeMs : canRetry(present);
    if (document.visibilityState === "visible" && isDue) void open();
  };
  const timer = setInterval(renewIfOld, tickMs);
  document.addEventListener("visibilitychange", renewIfOld);
  addEventListener("online", renewIfOld);

  return {
    state,
    open,
    fresh: async () => {
      const present = state.get();
      if (present.kind === "open" && (ageMs() < oldestUsedMs || present.closed !== null)) return present.share;
      return renew();
    },
    showComment: (id, comment) => {
      changed.set(id, comment);
      const present = state.get();
      if (present.kind === "open") state.set({ ...present, share: withComments(present.share, changed) });
    },
    removeFeedback: () => {
      const present = state.get();
      if (present.kind !== "open" || !present.share.guest) return;
      for (const { comment_id: id } of present.share.guest.comments) changed.set(id, null);
      const guest = { ...present.share.guest, comments: [], marking: null, learner_marking: null };
      state.set({ ...present, share: { ...present.share, guest } });
    },
    close,
    stop: () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renewIfOld);
      removeEventListener("online", renewIfOld);
    },
  };
}

const canRetry = (state: SessionState) => state.kind === "failed" && isTemporary(state.code);
