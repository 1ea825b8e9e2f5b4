/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import type { Segment } from "../../../domain/content/pack.ts";
import { isSamePlace, type Place, unitFingerprint } from "../../../domain/exam/exam-marking.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import type { NewComment, OwnComment } from "../../../domain/sharing/share-comment.ts";
import { sharedAudioType } from "../../../domain/sharing/share-limits.ts";
import { commentKindNames } from "../ui/comment-kind-names.ts";
import { momentText } from "../ui/moment.ts";
import type { WaitingComment } from "./comment-outbox.ts";
import { CopyButton } from "./copy-text.tsx";
import { failedActionText, notSavedText } from "./failure-texts.ts";
import type { GuestApp } from "./guest-app.ts";
import { KeepButton } from "./keep-button.tsx";
import { KeyedButton } from "./keyed-button.tsx";
import { isShareClosed } from "./share-session.ts";
import { type FailureCode, failureCode } from "./shared-api.ts";
import { fetchFile } from "./shared-content.ts";
import { SoundTrouble } from "./sound-trouble.tsx";
import { useObservable } from "./use-observable.ts";

type ItemProps = {
  app: GuestApp;
  savedComments: readonly string[] | null;
  comment: OwnComment;
  segment: Segment | undefined;
  onEdit: (comment: NewComment) => void;
};

function MomentButton({ app, at }: { app: GuestApp; at: number | null }) {
  if (at === null) return <span class="guest-quiet">Whole segment</span>;
  return (
    <button type="button" class="guest-at" aria-label={`Play from ${momentText(at)}`} onClick={() => app.playFrom(at)}>
      {momentText(at)}
    </button>
  );
}

function VoiceButton({ app, comment }: Pick<ItemProps, "app" | "comment">) {
  const { voice, voice_url: url, comment_id: id } = comment;
  const playhead = useObservable(app.player.playhead);
  const isClosed = isShareClosed(useObservable(app.session.state));
  if (!voice) return null;
  if (comment.is_voice_refused) {
    return (
      <span class="guest-error">
        The voice comment could not be stored.
        {!isClosed && " Delete this comment and record it again."}
      </span>
    );
  }
  if (url === null) {
    return (
      <span class="guest-quiet">
        {isClosed
          ? "The voice comment cannot be played now."
          : "The voice comment cannot be played yet. If this lasts, delete this comment and record it again."}
      </span>
    );
  }
  const isHere = playhead.id === id;
  const load = async () => ({ data: await fetchFile(url), type: sharedAudioType });
  return (
    <>
      <KeyedButton busy={isHere && playhead.state === "loading"} onAct={() => app.player.toggle({ id, load })}>
        {isHere && playhead.state === "playing" ? "Pause voice comment" : "Play voice comment"}
      </KeyedButton>
      <SoundTrouble {...{ app, id }} />
    </>
  );
}

function Item({ app, comment, savedComments, segment, onEdit }: ItemProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [trouble, setTrouble] = useState("");
  const session = useObservable(app.session.state);
  const isOpen = session.kind === "open" && session.closed === null;
  const unit = segment?.units?.find((each) => unitFingerprint(each) === comment.unit?.sign);
  const remove = async () => {
    setDeleting(true);
    try {
      await app.api.call("delete-guest-writing", { comment_id: comment.comment_id });
      app.session.showComment(comment.comment_id, null);
    } catch (error) {
      const code = failureCode(error);
      if (code === "comment_not_found") return app.session.showComment(comment.comment_id, null);
      setTrouble(`Parlance did not confirm the deletion. ${failedActionText(code)}`);
      setDeleting(false);
    }
  };
  return (
    <li class="guest-comment" data-kind={comment.kind}>
      <div class="guest-comment-head">
        <MomentButton app={app} at={comment.at_seconds} />
        <strong>{commentKindNames[comment.kind]}</strong>
      </div>
      {comment.unit && (
        <p class="guest-quiet">
          Missed: <bdi>{unit?.translation ?? comment.unit.text}</bdi>
        </p>
      )}
      {comment.text !== "" && (
        <p class="guest-text" dir="auto">
          {comment.text}
        </p>
      )}
      <div class="guest-actions">
        <VoiceButton app={app} comment={comment} />
        {isOpen && !comment.voice && <KeyedButton onAct={() => onEdit(comment)}>Change</KeyedButton>}
        {isOpen && <KeepButton {...{ app, savedComments }} text={comment.text} />}
        <KeyedButton busy={isDeleting} onAct={() => void remove()}>
          Delete
        </KeyedButton>
      </div>
      {trouble !== "" && (
        <p class="guest-error" role="alert">
          {trouble}
        </p>
      )}
    </li>
  );
}

/** Excludes voice comments, because a change would delete the voice recording. */
const canChange = ({ voice }: NewComment, refused: FailureCode | null) =>
  voice === null && (refused === "bad_request" || refused === "body_too_large");

function Waiting({ app, waiting, onEdit }: Pick<ItemProps, "app" | "onEdit"> & { waiting: WaitingComment }) {
  const { comment, refused, sent } = waiting;
  const trouble = useObservable(app.comments.trouble);
  const session = useObservable(app.session.state);
  const closed = session.kind === "open" ? session.closed : null;
  const code = closed ?? refused ?? trouble;
  return (
    <li class="guest-comment" data-waiting="true">
      <div class="guest-comment-head">
        <span>{comment.at_seconds === null ? "Whole segment" : momentText(comment.at_seconds)}</span>
        <strong>{commentKindNames[comment.kind]}</strong>
      </div>
      {comment.text !== "" && (
        <p class="guest-text" dir="auto">
          {comment.text}
        </p>
      )}
      {comment.voice && !code && <progress max={1} value={sent} aria-label="Sending the voice comment" />}
      <p class={code ? "guest-error" : "guest-quiet guest-late"} role="status">
        {code ? notSavedText(code, comment.voice === null ? "written comment" : "voice comment") : "Saving…"}
      </p>
      {code && (
        <div class="guest-actions">
          {comment.text !== "" && <CopyButton text={comment.text} />}
          {canChange(comment, refused) && !closed && (
            <KeyedButton
              onAct={() => {
                app.comments.discard(comment.comment_id);
                onEdit(comment);
              }}
            >
              Change
            </KeyedButton>
          )}
          {!refused && !closed && <KeyedButton onAct={app.comments.retry}>Save now</KeyedButton>}
          <KeyedButton onAct={() => app.comments.discard(comment.comment_id)}>Discard</KeyedButton>
        </div>
      )}
    </li>
  );
}

type Props = {
  app: GuestApp;
  share: OpenedShare;
  place: Place;
  segment: Segment | undefined;
  onEdit: (comment: NewComment) => void;
};

export function CommentList({ app, share, place, segment, onEdit }: Props) {
  const waiting = useObservable(app.comments.waiting).filter(({ comment }) => isSamePlace(comment, place));
  const isWaiting = (id: string) => waiting.some(({ comment }) => comment.comment_id === id);
  const own = (share.guest?.comments ?? [])
    .filter((comment) => isSamePlace(comment, place) && !isWaiting(comment.comment_id))
    .toSorted((one, other) => (one.at_seconds ?? -1) - (other.at_seconds ?? -1));
  if (own.length + waiting.length === 0) return null;
  return (
    <ul class="guest-comments" aria-label="Your comments on this segment">
      {own.map((comment) => (
        <Item key={comment.comment_id} savedComments={share.saved_comments} {...{ app, comment, segment, onEdit }} />
      ))}
      {waiting.map((each) => (
        <Waiting key={each.comment.comment_id} waiting={each} {...{ app, onEdit }} />
      ))}
    </ul>
  );
}
