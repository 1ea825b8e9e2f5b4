import type { MarkingChange } from "../../../domain/exam/exam-attempt.ts";
import type { Place } from "../../../domain/exam/exam-marking.ts";
import { maxPersonNameLength } from "../../../domain/sharing/share-limits.ts";
import { createPlayer } from "../audio/element-player.ts";
import { createObservable, type Observable } from "../browser/observable.ts";
import { readStored, removeStored, writeStored } from "../browser/storage.ts";
import { storedByGuests } from "../browser/stored-by-guests.ts";
import { clampMoment } from "../ui/moment.ts";
import { type CommentOutbox, createCommentOutbox } from "./comment-outbox.ts";
import { createDraftStore, type DraftStore, placeKey, removeDrafts } from "./drafts.ts";
import { linkName, loadGuestKey, renewGuestKey } from "./guest-key.ts";
import { createGuestPlayer, type GuestPlayer, type SoundSource } from "./guest-player.ts";
import { createMarkingOutbox, type MarkingOutbox } from "./marking-outbox.ts";
import { listPlaces } from "./places.ts";
import { createShareSession, type ShareSession } from "./share-session.ts";
import { createSharedApi, type FailureCode, failureCode, type SharedApi } from "./shared-api.ts";
import { createSharedContent, type SharedContent } from "./shared-content.ts";
import { createSharedSounds, recordingAt, type SharedSounds, type SoundKind } from "./shared-sounds.ts";

/** The player's id of a voice comment that is not saved. */
export const voiceId = "voice";

export type GuestApp = {
  token: string;
  /** Names the link in keys of this browser's storage. */
  link: string;
  api: SharedApi;
  session: ShareSession;
  content: SharedContent;
  sounds: SharedSounds;
  player: GuestPlayer;
  drafts: DraftStore;
  comments: CommentOutbox;
  marking: MarkingOutbox;
  name: Observable<string>;
  place: Observable<Place | null>;
  /** The last position in the open segment's recording, in seconds. */
  moment: Observable<number | null>;
  /** The last sound that could not be played, until the guest plays a sound or opens a segment. */
  soundTrouble: Observable<{ id: string; code: FailureCode } | null>;
  /** Voice comments that the guest has recorded, but not saved or discarded, by `placeKey`. */
  voices: Observable<ReadonlyMap<string, Blob>>;
  setVoice: (place: Place, voice: Blob | null) => void;
  setName: (name: string) => void;
  goTo: (place: Place) => void;
  sourceOf: (kind: SoundKind) => SoundSource | null;
  toggle: (kind: SoundKind) => void;
  skip: (seconds: number) => void;
  /** Plays the open segment's recording. */
  playFrom: (seconds: number) => void;
  /** @throws GuestCallError */
  deleteAll: () => Promise<void>;
};

function sendKept({ comments, marking }: GuestApp): void {
  if (comments.waiting.get().length > 0) comments.retry();
  if (marking.state.get().pending.length > 0) marking.retry();
}

function followShare(app: GuestApp): void {
  const follow = () => {
    const state = app.session.state.get();
    if (state.kind !== "open") return;
    const { share } = state;
    if (share.guest?.marking) app.marking.merge(share.guest.marking);
    if (app.name.get() === "" && share.guest?.name) app.name.set(share.guest.name);
    if (app.content.dialogues.get().length === 0) app.content.load();
    const [first] = listPlaces(share);
    if (app.place.get() !== null || !first) return;
    app.goTo(first);
    sendKept(app);
  };
  app.session.state.subscribe(follow);
  app.content.dialogues.subscribe(() => {
    const place = app.place.get();
    if (place) void app.sounds.preload(place);
  });
  app.player.playhead.subscribe(() => {
    const { id, state, seconds } = app.player.playhead.get();
    if (state === "loading") app.soundTrouble.set(null);
    if (id === "recording" && state !== "loading") app.moment.set(seconds);
  });
}

/** Opens the share again when the marking is complete, because the server may then show the learner's marking. */
async function reopenWhenMarked(session: ShareSession, changes: readonly MarkingChange[]): Promise<void> {
  const state = session.state.get();
  if (state.kind !== "open" || !state.share.exam || state.share.guest?.learner_marking) return;
  // Loaded on demand, because the page of a dialogue needs no results.
  const { isMarkingComplete } = await import("../../../domain/exam/exam-result.ts");
  if (isMarkingComplete(state.share.exam, changes)) await session.open();
}

/** In seconds. A recording whose position is this close to its end plays from the start again. */
const endSeconds = 0.3;

function sharedRecording(session: ShareSession, place: Place | null) {
  const state = session.state.get();
  return place && state.kind === "open" ? recordingAt(state.share, place) : undefined;
}

function startOf(session: ShareSession, place: Place | null, moment: number | null): number {
  const recording = sharedRecording(session, place);
  return recording && moment !== null && moment < recording.seconds - endSeconds ? moment : 0;
}

export function createGuestApp({ apiUrl, token }: { apiUrl: string; token: string }): GuestApp {
  const link = linkName(token);
  const api = createSharedApi({ apiUrl, token, guest: () => loadGuestKey(link) });
  const session = createShareSession(api);
  const content = createSharedContent(session);
  const sounds = createSharedSounds(session, content);
  const name = createObservable(readStored(storedByGuests.guestName) ?? "");
  const place = createObservable<Place | null>(null);
  const moment = createObservable<number | null>(null);
  const soundTrouble = createObservable<{ id: string; code: FailureCode } | null>(null);
  const player = createGuestPlayer(createPlayer(), (id, error) => soundTrouble.set({ id, code: failureCode(error) }));
  const drafts = createDraftStore(link);
  const voices = createObservable<ReadonlyMap<string, Blob>>(new Map());
  const writing = { api, link, name: () => name.get().trim(), onClosed: session.close };
  const comments = createCommentOutbox({
    ...writing,
    onSaved: (comment) => session.showComment(comment.comment_id, comment),
  });
  const marking: MarkingOutbox = createMarkingOutbox({
    ...writing,
    now: () => new Date(),
    onStored: () => void reopenWhenMarked(session, marking.state.get().changes),
  });
  const sourceOf = (kind: SoundKind): SoundSource | null => {
    const at = place.get();
    return at && sounds.isAvailable(at, kind) ? { id: kind, load: () => sounds.load(at, kind) } : null;
  };
  const app: GuestApp = {
    ...{
      token,
      link,
      api,
      session,
      content,
      sounds,
      player,
      drafts,
      comments,
      marking,
      name,
      place,
      moment,
      soundTrouble,
      voices,
    },
    setVoice: (at, voice) => {
      const others = [...voices.get()].filter(([key]) => key !== placeKey(at));
      voices.set(new Map(voice ? [...others, [placeKey(at), voice]] : others));
    },
    setName: (text) => {
      const limited = text.slice(0, maxPersonNameLength);
      name.set(limited);
      if (limited.trim() === "") removeStored(storedByGuests.guestName);
      else writeStored(storedByGuests.guestName, limited);
    },
    goTo: (next) => {
      player.stop();
      moment.set(null);
      soundTrouble.set(null);
      place.set(next);
      void sounds.preload(next);
    },
    sourceOf,
    toggle: (kind) => {
      const source = sourceOf(kind);
      if (source) player.toggle(source, kind === "recording" ? startOf(session, place.get(), moment.get()) : 0);
    },
    skip: (seconds) => {
      const { id, state: playing } = player.playhead.get();
      if (id !== null && playing !== "loading") return player.skip(seconds);
      const recording = sharedRecording(session, place.get());
      if (recording) moment.set(clampMoment((moment.get() ?? 0) + seconds, recording.seconds));
    },
    playFrom: (seconds) => {
      const source = sourceOf("recording");
      if (source) player.playFrom(source, seconds);
    },
    deleteAll: async () => {
      await api.call("delete-guest-writing", { comment_id: null });
      renewGuestKey(link);
      session.removeFeedback();
      comments.discardAll();
      marking.clear();
      removeDrafts(drafts, link);
      if (player.playhead.get().id === voiceId) player.stop();
      voices.set(new Map());
      await session.open();
    },
  };
  followShare(app);
  return app;
}
