import { useEffect, useMemo } from "react";
import { Link, useParams } from "react-router";
import { distinctPlaces } from "../../../../domain/exam/exam-marking.ts";
import { paths } from "../../../../domain/http/pages.ts";
import type { ShareGuest } from "../../../../domain/sharing/share.ts";
import type { ShareWithComments } from "../../../../domain/sharing/share-routes.ts";
import { ApiError } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useSession } from "../accounts/session.ts";
import { useKnownExamAttempts } from "../exam/attempts/exam-attempts.ts";
import { CommentedSegment } from "../sharing/commented-segment.tsx";
import { useMissedUnitsOfComments } from "../sharing/missed-units.ts";
import { useSharePlayer } from "../sharing/share-player.ts";
import { commentCountText, linkStateText, subjectText } from "../sharing/share-text.ts";
import { isLinkLive, noteKnownComments, useShare, useShareChanges } from "../sharing/shares.ts";
import "../sharing/sharing.css";

const allLinks = <Link to={paths.profileAccount}>All links</Link>;

function audioUrlsOf({ recordings, comments }: ShareWithComments): string[] {
  return [
    ...recordings.map(({ url }) => url),
    ...comments.flatMap(({ voice_url: url }) => (url === null ? [] : [url])),
  ];
}

type MarkingsProps = { userId: string; attemptId: string; guests: readonly ShareGuest[] };

function MarkingsLine({ userId, attemptId, guests }: MarkingsProps) {
  const known = useKnownExamAttempts(userId);
  const markers = guests.filter(({ marking_id: id }) => id !== undefined).map(({ name }) => name);
  // A share remains after its exam attempt is deleted.
  const canOpen =
    known.kind === "known" &&
    (known.loadError !== null || known.attempts.some(({ attempt_id: id }) => id === attemptId));
  if (markers.length === 0 && !canOpen) return null;
  return (
    <p>
      {markers.length > 0 && (
        <>
          Marking started by <bdi>{markers.join(", ")}</bdi>.{" "}
        </>
      )}
      {canOpen && <Link to={paths.examAttempt(attemptId)}>Open the marking sheet</Link>}
    </p>
  );
}

function FeedbackOfShare({ userId, feedback }: { userId: string; feedback: ShareWithComments }) {
  const { share, comments } = feedback;
  const urls = useMemo(() => audioUrlsOf(feedback), [feedback]);
  const player = useSharePlayer(urls);
  const changes = useShareChanges(userId);
  useMissedUnitsOfComments(userId, feedback);
  useEffect(() => noteKnownComments(userId, feedback), [userId, feedback]);
  return (
    <main className="page" id="main">
      <PageTitle>Feedback</PageTitle>
      <p>{allLinks}</p>
      <h1>{subjectText(share)}</h1>
      <p>
        {linkStateText(share)} · {commentCountText(comments.length)}
      </p>
      {share.question !== "" && (
        <blockquote className="share-question" dir="auto">
          {share.question}
        </blockquote>
      )}
      {share.subject.kind === "exam" && (
        <MarkingsLine userId={userId} attemptId={share.subject.attempt_id} guests={share.guests} />
      )}
      {comments.length === 0 && <p role="status">{isLinkLive(share) ? "No comments yet." : "No comments."}</p>}
      {player &&
        distinctPlaces([...share.recordings, ...comments]).map((place) => (
          <CommentedSegment
            key={`${place.dialogue} ${place.segment}`}
            {...{ place, feedback, player }}
            onDelete={(commentId) => changes.deleteComment.mutate({ shareId: share.share_id, commentId })}
          />
        ))}
    </main>
  );
}

function FeedbackLoader({ userId, shareId }: { userId: string; shareId: string }) {
  const { data, error, refetch } = useShare(userId, shareId);
  if (data) return <FeedbackOfShare userId={userId} feedback={data} />;
  if (!error) return <Spinner label="Loading the feedback…" />;
  if (error instanceof ApiError && error.code === "share_not_found") {
    return (
      <NoticePage title="Feedback not found" action={allLinks}>
        You have no feedback at this address.
      </NoticePage>
    );
  }
  return (
    <NoticePage
      title="The feedback could not be loaded"
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    >
      {error.message}
    </NoticePage>
  );
}

export function FeedbackPage() {
  const { shareId } = useParams();
  const session = useSession();
  if (session.kind !== "learner" || shareId === undefined) return <Spinner label="Loading the feedback…" />;
  return <FeedbackLoader key={shareId} userId={session.userId} shareId={shareId} />;
}
