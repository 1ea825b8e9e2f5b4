import { useMemo } from "react";
import type { ReceivedComment } from "../../../../domain/sharing/share-comment.ts";
import { CommentList } from "./comment-list.tsx";
import { audioKey, useSharePlayer } from "./share-player.ts";
import "./sharing.css";

type Props = {
  comments: readonly ReceivedComment[];
  onPlayMoment: ((seconds: number) => void) | undefined;
};

export function SegmentFeedback({ comments, onPlayMoment }: Props) {
  const voices = useMemo(() => comments.flatMap(({ voice_url: url }) => (url === null ? [] : [url])), [comments]);
  const player = useSharePlayer(voices);
  if (comments.length === 0) return null;
  return (
    <section className="share-on-sheet" aria-label="Comments">
      <h3>Comments</h3>
      <CommentList
        comments={comments}
        onPlayMoment={onPlayMoment}
        onPlayVoice={(url) => player?.toggle(audioKey(url))}
      />
    </section>
  );
}
