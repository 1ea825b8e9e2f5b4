import { isSamePlace, type Place } from "../../../../domain/exam/exam-marking.ts";
import type { ReceivedComment } from "../../../../domain/sharing/share-comment.ts";
import type { ShareWithComments } from "../../../../domain/sharing/share-routes.ts";
import { computeWaveformData, recordingPeakCount } from "../../audio/peaks.ts";
import { useAsyncValue } from "../../browser/use-async-value.ts";
import { useObservable } from "../../browser/use-observable.ts";
import { Button } from "../../ui/button.tsx";
import { positionStyle } from "../../ui/position-style.ts";
import { MiniWaveform } from "../recording/mini-waveform.tsx";
import { CommentFlags } from "./comment-flags.tsx";
import { CommentList } from "./comment-list.tsx";
import { audioKey, fetchSharedAudio, type SharePlayer } from "./share-player.ts";
import { isLinkLive } from "./shares.ts";

type LineProps = { url: string; seconds: number; comments: readonly ReceivedComment[]; player: SharePlayer };

function CommentedLine({ url, seconds, comments, player }: LineProps) {
  const key = audioKey(url);
  const { audio, fraction } = useObservable(player.position);
  const shape = useAsyncValue(key, async () =>
    fetchSharedAudio(url).then(
      ({ data }) => computeWaveformData(data, recordingPeakCount),
      () => null,
    ),
  );
  return (
    <div className="share-recording" dir="ltr">
      <div className="share-line">
        <MiniWaveform shape={shape} longestSeconds={seconds} />
        {audio === key && <i className="share-playhead" style={positionStyle(fraction)} />}
      </div>
      <CommentFlags comments={comments} seconds={seconds} onPlayMoment={(moment) => player.playFrom(key, moment)} />
    </div>
  );
}

type Props = {
  place: Place;
  feedback: ShareWithComments;
  player: SharePlayer;
  onDelete: (commentId: string) => void;
};

export function CommentedSegment({ place, feedback, player, onDelete }: Props) {
  const { share } = feedback;
  const here = (other: Place) => isSamePlace(other, place);
  const recording = share.recordings.find(here);
  const url = feedback.recordings.find(here)?.url;
  const comments = feedback.comments.filter(here);
  const { audio, state } = useObservable(player.position);
  const key = url === undefined ? undefined : audioKey(url);
  const isPlaying = audio === key && state === "playing";
  const title = share.dialogues[place.dialogue]?.title;
  return (
    <section className="share-segment">
      <h2>
        Segment {place.segment + 1} {share.dialogues.length > 1 && <small>{title}</small>}
      </h2>
      {recording && url !== undefined && (
        <>
          <CommentedLine url={url} seconds={recording.seconds} comments={comments} player={player} />
          <Button
            variant={isPlaying ? "said" : "plain"}
            busy={audio === key && state === "loading"}
            onClick={() => key !== undefined && player.toggle(key)}
          >
            {isPlaying ? "Pause recording" : "Play recording"}
          </Button>
        </>
      )}
      {recording?.state === "awaited" && (
        <p>
          {isLinkLive(share)
            ? "This recording has not arrived yet. If it does not arrive, ask for feedback again."
            : "This recording did not arrive."}
        </p>
      )}
      {recording?.state === "refused" && <p>The upload of this recording failed.</p>}
      <CommentList
        comments={comments}
        onDelete={onDelete}
        onPlayVoice={(voiceUrl) => player.toggle(audioKey(voiceUrl))}
        onPlayMoment={key === undefined ? undefined : (seconds) => player.playFrom(key, seconds)}
      />
    </section>
  );
}
