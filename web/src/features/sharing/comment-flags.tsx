import type { ReceivedComment } from "../../../../domain/sharing/share-comment.ts";
import { commentKindNames } from "../../ui/comment-kind-names.ts";
import { momentText } from "../../ui/moment.ts";
import { positionStyle } from "../../ui/position-style.ts";
import "./comment-flags.css";

type Props = {
  comments: readonly ReceivedComment[];
  /** Length of the recording that fills the whole width. */
  seconds: number;
  onPlayMoment: (seconds: number) => void;
};

/** A marker on a waveform for each comment, at its moment. The parent element is positioned. */
export function CommentFlags({ comments, seconds, onPlayMoment }: Props) {
  return comments.map(
    ({ comment_id: id, at_seconds: moment, kind, guest_name: guest }) =>
      moment !== null && (
        <button
          key={id}
          type="button"
          className="share-flag"
          data-kind={kind}
          style={positionStyle(moment / seconds)}
          aria-label={`${commentKindNames[kind]} by ${guest}: play from ${momentText(moment)}`}
          onClick={() => onPlayMoment(moment)}
        />
      ),
  );
}
