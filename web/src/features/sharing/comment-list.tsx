import { useId, useState } from "react";
import type { ReceivedComment } from "../../../../domain/sharing/share-comment.ts";
import { Button } from "../../ui/button.tsx";
import { clockTime } from "../../ui/clock-time.ts";
import { commentKindNames } from "../../ui/comment-kind-names.ts";
import { momentText } from "../../ui/moment.ts";

/** Comments about the whole segment come first. */
export function sortComments<Kept extends Pick<ReceivedComment, "at_seconds" | "created_at">>(
  comments: readonly Kept[],
): Kept[] {
  return comments.toSorted(
    (one, other) =>
      (one.at_seconds ?? -1) - (other.at_seconds ?? -1) || Date.parse(one.created_at) - Date.parse(other.created_at),
  );
}

type DeleteProps = { guest: string; onDelete: () => void };

/** Deletes only on a second press, because a deletion is final. */
function DeleteComment({ guest, onDelete }: DeleteProps) {
  const [sure, setSure] = useState(false);
  if (!sure) {
    return (
      <Button variant="quiet" aria-label={`Delete the comment by ${guest}`} onClick={() => setSure(true)}>
        Delete
      </Button>
    );
  }
  return (
    <>
      <Button variant="danger" onClick={onDelete}>
        Delete comment
      </Button>
      <Button variant="ink" autoFocus onClick={() => setSure(false)}>
        Keep
      </Button>
    </>
  );
}

type ItemProps = {
  comment: ReceivedComment;
  onPlayMoment?: ((seconds: number) => void) | undefined;
  onPlayVoice: (url: string) => void;
  onDelete?: ((commentId: string) => void) | undefined;
};

function CommentItem({ comment, onPlayMoment, onPlayVoice, onDelete }: ItemProps) {
  const { at_seconds: at, voice, voice_url: voiceUrl } = comment;
  const headId = useId();
  return (
    <li className="share-comment" data-kind={comment.kind} aria-labelledby={headId}>
      <p id={headId} className="share-comment-head">
        <strong>{commentKindNames[comment.kind]}</strong> <bdi>{comment.guest_name}</bdi>
        {at !== null &&
          (onPlayMoment ? (
            <Button variant="quiet" aria-label={`Play from ${momentText(at)}`} onClick={() => onPlayMoment(at)}>
              {momentText(at)}
            </Button>
          ) : (
            <span>{momentText(at)}</span>
          ))}
      </p>
      {comment.text !== "" && (
        <p className="share-comment-text" dir="auto">
          {comment.text}
        </p>
      )}
      {comment.unit && (
        <p>
          Missed: <bdi>{comment.unit.text}</bdi>
        </p>
      )}
      <div className="share-actions">
        {voice && voiceUrl !== null && (
          <Button onClick={() => onPlayVoice(voiceUrl)}>
            Play voice comment ({clockTime(Math.ceil(voice.seconds))})
          </Button>
        )}
        {voice && voiceUrl === null && <small>The voice comment is not available.</small>}
        {onDelete && <DeleteComment guest={comment.guest_name} onDelete={() => onDelete(comment.comment_id)} />}
      </div>
    </li>
  );
}

type Props = Omit<ItemProps, "comment"> & { comments: readonly ReceivedComment[] };

export function CommentList({ comments, ...actions }: Props) {
  if (comments.length === 0) return null;
  return (
    <ul className="share-comments">
      {sortComments(comments).map((comment) => (
        <CommentItem key={comment.comment_id} comment={comment} {...actions} />
      ))}
    </ul>
  );
}
