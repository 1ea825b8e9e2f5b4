import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import type { Share } from "../../../../domain/sharing/share.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { LinkView, UploadProgressLine } from "./link-view.tsx";
import { commentCountText, linkStateText, shareSizeText, subjectText } from "./share-text.ts";
import { findShareUrl, isLinkLive, type Teacher, useShareChanges, useShares } from "./shares.ts";
import "./sharing.css";

type Changes = ReturnType<typeof useShareChanges>;

function ShareLinkDialog({ userId, share, changes, onClose }: ActionProps & { onClose: () => void }) {
  const url = findShareUrl(userId, share);
  const { mutate: replace, isPending, isError, variables } = changes.replaceLink;
  return (
    <Dialog title="Link" onDismiss={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {url !== null && <LinkView key={url} url={url} share={share} />}
      {url === null && <p>This browser does not have the link.</p>}
      <p>If you create a new link, the old link stops working.</p>
      <Button busy={isPending} onClick={() => replace(share)}>
        Create new link
      </Button>
      {isError && variables?.share_id === share.share_id && (
        <p className="dialog-problem" role="alert">
          Parlance did not confirm the new link, so the old link may no longer work. Please try again.
        </p>
      )}
    </Dialog>
  );
}

type EndProps = { share: Share; changes: Changes; onClose: () => void };

function EndDialog({ share, changes, onClose }: EndProps) {
  const { mutate: revoke, isPending, isError, variables } = changes.revoke;
  const hasFailed = isError && variables?.share.share_id === share.share_id;
  const isLive = isLinkLive(share);
  const [wasLive] = useState(isLive);
  const end = (deletesComments: boolean) => revoke({ share, deletesComments }, { onSuccess: onClose });
  // If the link ends while the dialog is open, for example after a lost response, the dialog must not turn into the
  // question of a deletion.
  if (wasLive && !isLive) {
    return (
      <Dialog title="The link has ended" onDismiss={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        {!isPending && <p>Any written comments are kept.</p>}
      </Dialog>
    );
  }
  return (
    <Dialog
      title={isLive ? "End this link?" : "Delete this link and its comments?"}
      onDismiss={onClose}
      actions={
        <>
          <Button variant="ink" onClick={onClose}>
            Keep
          </Button>
          {isLive && (
            <Button busy={isPending} onClick={() => end(false)}>
              End the link, keep written comments
            </Button>
          )}
          <Button variant="danger" busy={isPending} onClick={() => end(true)}>
            {isLive ? "End it and delete comments" : "Delete link"}
          </Button>
        </>
      }
    >
      <p>
        {isLive
          ? "After that, nobody can open the link. The uploaded copies of your recordings and all voice comments are deleted. You cannot undo this."
          : "You cannot undo this."}
      </p>
      {hasFailed && (
        <p className="dialog-problem" role="alert">
          Parlance did not confirm this. Please try again.
        </p>
      )}
    </Dialog>
  );
}

type ActionProps = { userId: string; share: Share; changes: Changes };

function ShareActions({ userId, share, changes }: ActionProps) {
  const [opened, setOpened] = useState<"link" | "end" | null>(null);
  const close = () => setOpened(null);
  const isLive = isLinkLive(share);
  const isBlocked = share.state === "blocked";
  const what = subjectText(share);
  return (
    <div className="share-actions">
      {isLive && (
        <>
          <Button variant="quiet" aria-label={`Show link of ${what}`} onClick={() => setOpened("link")}>
            Show link
          </Button>
          <Button
            variant="quiet"
            busy={changes.setBlocked.isPending}
            aria-label={`${isBlocked ? "Unblock" : "Block"} link of ${what}`}
            onClick={() => changes.setBlocked.mutate({ share, isBlocked: !isBlocked })}
          >
            {isBlocked ? "Unblock" : "Block"}
          </Button>
        </>
      )}
      <Button
        variant="quiet"
        aria-label={isLive ? `End link of ${what}` : `Delete link of ${what}`}
        onClick={() => setOpened("end")}
      >
        {isLive ? "End link" : "Delete"}
      </Button>
      {opened === "link" && isLive && <ShareLinkDialog {...{ userId, share, changes }} onClose={close} />}
      {opened === "end" && <EndDialog {...{ share, changes }} onClose={close} />}
    </div>
  );
}

function ShareRow({ userId, share, changes }: ActionProps) {
  const authors = share.guests.filter(({ comments }) => comments > 0).map(({ name }) => name);
  // The end of a link deletes its recordings.
  const sizes = isLinkLive(share) ? [shareSizeText(share)] : [];
  return (
    <li className="share-row">
      <Link to={paths.feedback(share.share_id)}>{subjectText(share)}</Link>
      <p>
        {[linkStateText(share), ...sizes, commentCountText(share.comments)].join(" · ")}
        {authors.length > 0 && (
          <>
            {" "}
            by <bdi>{authors.join(", ")}</bdi>
          </>
        )}
      </p>
      <UploadProgressLine share={share} />
      <ShareActions {...{ userId, share, changes }} />
    </li>
  );
}

function TeacherRow({ teacher, changes }: { teacher: Teacher; changes: Changes }) {
  const [sure, setSure] = useState(false);
  return (
    <li className="share-row">
      <bdi>{teacher.name}</bdi>
      <div className="share-actions">
        {!sure && (
          <Button variant="quiet" aria-label={`Leave ${teacher.name}`} onClick={() => setSure(true)}>
            Leave
          </Button>
        )}
        {sure && (
          <>
            <Button
              variant="danger"
              busy={changes.leaveTeacher.isPending}
              onClick={() => changes.leaveTeacher.mutate(teacher.teacher_id)}
            >
              Leave and remove my recordings from this teacher’s inbox
            </Button>
            <Button variant="ink" autoFocus onClick={() => setSure(false)}>
              Stay
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

export function ShareList({ userId }: { userId: string }) {
  const { data, isPending, refetch } = useShares(userId);
  const changes = useShareChanges(userId);
  if (isPending) return <Spinner label="Loading your links…" />;
  if (!data) {
    return (
      <div role="alert">
        <p>Your links could not be loaded.</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  }
  const { shares, teachers, wants_email: wantsEmail } = data;
  return (
    <>
      {shares.length === 0 && (
        <p>
          You have no links. To get feedback, choose “Ask for feedback” at the end of a dialogue, beside a stored
          dialogue, or on the marking sheet of a mock exam.
        </p>
      )}
      <ul className="share-rows">
        {shares.map((share) => (
          <ShareRow key={share.share_id} {...{ userId, share, changes }} />
        ))}
      </ul>
      {teachers.length > 0 && (
        <>
          <h3>Teachers</h3>
          <ul className="share-rows">
            {teachers.map((teacher) => (
              <TeacherRow key={teacher.teacher_id} teacher={teacher} changes={changes} />
            ))}
          </ul>
        </>
      )}
      <label className="share-email">
        <input
          type="checkbox"
          checked={wantsEmail}
          disabled={changes.setEmail.isPending}
          onChange={({ target }) => changes.setEmail.mutate(target.checked)}
        />
        Email me when feedback arrives, at most once a day
      </label>
    </>
  );
}
