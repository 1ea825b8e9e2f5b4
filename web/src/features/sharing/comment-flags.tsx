import type { ReceivedComment } from "../../../../domain/sharing/share-comment.ts";
import { commentKindNames } from "../../ui/comment-kind-names.ts";
import { momentText } from "../../ui/moment.ts";
import { positionStyle } from "../../ui/position-style.ts";
import { type CommentGroup, groupComments } from "./comment-groups.ts";
import { commentCountText } from "./share-text.ts";
import "./comment-flags.css";

type FlagProps = { group: CommentGroup<ReceivedComment>; seconds: number; onPlayMoment: (seconds: number) => void };

function Flag({ group: { at, comments }, seconds, onPlayMoment }: FlagProps) {
  const [first] = comments;
  if (!first) return null;
  const isSingle = comments.length === 1;
  const name = isSingle ? `${commentKindNames[first.kind]} by ${first.guest_name}` : commentCountText(comments.length);
  return (
    <button
      type="button"
      className="share-flag"
      data-kind={first.kind}
      style={positionStyle(at / seconds)}
      aria-label={`${name}: play from ${momentText(at)}`}
      onClick={() => onPlayMoment(at)}
    >
      {!isSingle && comments.length}
    </button>
  );
}

type Props = {
  comments: readonly ReceivedComment[];
  seconds: number;
  onPlayMoment: (seconds: number) => void;
};

export function CommentFlags({ comments, seconds, onPlayMoment }: Props) {
  const groups = groupComments(comments, seconds);
  if (groups.length === 0) return null;
  return (
    <div className="share-flags">
      {groups.map((group) => (
        <Flag key={group.comments[0]?.comment_id} {...{ group, seconds, onPlayMoment }} />
      ))}
    </div>
  );
}
