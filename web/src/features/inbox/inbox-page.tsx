import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import type { Inbox, InboxItem } from "../../../../domain/sharing/inbox.ts";
import { parseLinkFragment, shareUrl } from "../../../../domain/sharing/link-token.ts";
import { ApiError, callApi } from "../../api.ts";
import { serverNow } from "../../browser/server-time.ts";
import { readStored, removeStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";
import { freshness } from "../../query-freshness.ts";
import { decideRetry } from "../../retry-policy.ts";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { relativeDay } from "../../ui/relative-day.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { useSession } from "../accounts/session.ts";
import { dayText } from "../sharing/share-text.ts";
import { newLinkToken } from "../sharing/shares.ts";
import "../sharing/sharing.css";

const inboxKey = (userId: string) => ["inbox", userId] as const;

const stateNames: Readonly<Record<InboxItem["state"], string>> = {
  unheard: "New",
  heard: "Opened",
  answered: "Answered",
};

const isDecided = (error: Error | null) =>
  error === null || (error instanceof ApiError && decideRetry(error.code) === "drop");

function useInboxChanges(userId: string) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: inboxKey(userId) });
  return {
    keep: useMutation({
      mutationFn: (token: string) => callApi("keep-share", { body: { token } }),
      onSettled: (_, error) => {
        if (isDecided(error)) removeStored(stored.inboxToken);
        return onSettled();
      },
    }),
    open: useMutation({
      mutationFn: async (shareId: string) => {
        const token = newLinkToken();
        await callApi("open-inbox-share", { params: { shareId }, body: { token } });
        return token;
      },
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (shareId: string) => callApi("remove-inbox-share", { params: { shareId } }),
      onSettled,
    }),
    removeLearner: useMutation({
      mutationFn: (learnerId: string) => callApi("remove-learner", { params: { learnerId } }),
      onSettled,
    }),
  };
}

type Changes = ReturnType<typeof useInboxChanges>;

function ItemRow({ item, changes }: { item: InboxItem; changes: Changes }) {
  const { share_id: shareId, learner_name: learner, titles, question } = item;
  // The guest page is a document of its own, so the browser loads it.
  const open = () => changes.open.mutate(shareId, { onSuccess: (token) => location.assign(shareUrl("", token)) });
  return (
    <li className="share-row" data-state={item.state}>
      <strong>
        <bdi>{learner}</bdi>: {item.kind === "exam" ? "Mock exam: " : ""}
        {titles.join(", ")}
      </strong>
      <p>
        {stateNames[item.state]} · {relativeDay(item.created_at, serverNow())} · expires on {dayText(item.expires_at)}
      </p>
      {question !== "" && (
        <p className="share-question" dir="auto">
          {question}
        </p>
      )}
      <div className="share-actions">
        <Button
          variant={item.state === "unheard" ? "ink" : "plain"}
          busy={changes.open.isPending}
          aria-label={`Listen and answer ${learner}`}
          onClick={open}
        >
          Listen and answer
        </Button>
        <Button
          variant="quiet"
          aria-label={`Remove request from ${learner}`}
          onClick={() => changes.remove.mutate(shareId)}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

const filters = ["all", "unheard", "answered"] as const;
const filterNames = { all: "All", unheard: "New", answered: "Answered" } as const;

function Items({ items, changes }: { items: readonly InboxItem[]; changes: Changes }) {
  const [filter, setFilter] = useState<(typeof filters)[number]>("all");
  const shown = items.filter(({ state }) => filter === "all" || state === filter);
  return (
    <>
      <fieldset className="share-teachers inbox-filter">
        <legend className="visually-hidden">Show</legend>
        {filters.map((each) => (
          <Button key={each} variant="quiet" aria-pressed={filter === each} onClick={() => setFilter(each)}>
            {filterNames[each]}
          </Button>
        ))}
      </fieldset>
      {shown.length === 0 && <p>Nothing here.</p>}
      <ul className="share-rows">
        {shown.map((item) => (
          <ItemRow key={item.share_id} item={item} changes={changes} />
        ))}
      </ul>
    </>
  );
}

function Learners({ learners, changes }: { learners: Inbox["learners"]; changes: Changes }) {
  if (learners.length === 0) return null;
  return (
    <section aria-labelledby="inbox-learners">
      <h2 id="inbox-learners">Learners</h2>
      <p>
        If you remove a learner, the learner’s recordings leave this inbox, and the learner can no longer send
        recordings to it.
      </p>
      <ul className="share-rows">
        {learners.map(({ learner_id: id, name }) => (
          <li key={id} className="share-row">
            <bdi>{name}</bdi>
            <div className="share-actions">
              <Button variant="quiet" aria-label={`Remove ${name}`} onClick={() => changes.removeLearner.mutate(id)}>
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Keeps the token of the link in this tab, because the teacher may have to log in first. */
function useKeepFromLink({ keep: { mutate } }: Changes): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const linked = parseLinkFragment(hash);
    if (linked !== null) {
      writeStored(stored.inboxToken, linked);
      void navigate(paths.inbox, { replace: true });
      return;
    }
    const token = readStored(stored.inboxToken);
    if (token !== null) mutate(token);
  }, [hash, mutate, navigate]);
}

function TeacherInbox({ userId }: { userId: string }) {
  const changes = useInboxChanges(userId);
  useKeepFromLink(changes);
  const { data, error, refetch } = useQuery({
    queryKey: inboxKey(userId),
    queryFn: () => callApi("get-inbox", {}),
    ...freshness.shares,
  });
  const problem = Object.values(changes).find(({ error }) => error !== null)?.error;
  return (
    <>
      {problem && <p role="alert">{problem.message}</p>}
      {error && (
        <div role="alert">
          <p>
            The inbox could not be {data ? "updated" : "loaded"}. {error.message}
          </p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {!data && !error && <Spinner label="Loading your inbox…" />}
      {data && data.items.length === 0 && (
        <p>Your inbox has no recordings. When a learner sends you a link, open it and choose “Add to my inbox”.</p>
      )}
      {data && data.items.length > 0 && <Items items={data.items} changes={changes} />}
      {data && <Learners learners={data.learners} changes={changes} />}
    </>
  );
}

export function InboxPage() {
  const session = useSession();
  return (
    <main className="page" id="main">
      <PageTitle>Inbox</PageTitle>
      <h1>Inbox</h1>
      {session.kind === "learner" ? (
        <TeacherInbox key={session.userId} userId={session.userId} />
      ) : (
        <Spinner label="Loading your inbox…" />
      )}
      <p>
        <Link to={paths.home}>Home</Link>
      </p>
    </main>
  );
}
