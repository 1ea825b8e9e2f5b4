import { isLaterChange, subjectOf } from "../../../../domain/study/merge-changes.ts";
import type { StudyChange } from "../../../../domain/study/study-change.ts";
import { createLearnerChannel } from "../../browser/learner-channel.ts";
import type { RunningSender } from "../../start-sender.ts";
import { callApiAs } from "../accounts/call-api-as.ts";
import { startStudySender } from "./internal/study-sender.ts";
import { type ChangeStatus, openStudyStore, type StoredChange, type StudyStore } from "./internal/study-store.ts";

type ReviewChange = Extract<StudyChange, { type: "review" }>;

const store = openStudyStore();
const news = createLearnerChannel("parlance-study");

/** If the page is closed before these changes are sent, they are lost. */
const unstored = new Map<string, StoredChange>();

let current: { userId: string; sender: RunningSender; fetching: Promise<void> | undefined } | undefined;

export const onStudyChanged = news.subscribe;

async function loadFrom(list: StudyStore["list"], userId: string): Promise<StoredChange[]> {
  const kept = await list(userId).catch((): StoredChange[] => []);
  const bySubject = new Map(kept.map((each) => [each.subject, each]));
  for (const each of unstored.values()) {
    const known = bySubject.get(each.subject);
    const isNews = each.userId === userId && (!known || isLaterChange(each.change, known.change));
    if (isNews) bySubject.set(each.subject, each);
  }
  return [...bySubject.values()];
}

export function loadStudyChanges(userId: string): Promise<StoredChange[]> {
  return loadFrom(store.list, userId);
}

export async function findReviewChange(userId: string, id: string): Promise<ReviewChange | undefined> {
  const subject = subjectOf({ type: "review", id });
  const findOne: StudyStore["list"] = async () => {
    const kept = await store.find(userId, subject);
    return kept ? [kept] : [];
  };
  const changes = (await loadFrom(findOne, userId)).map(({ change }) => change);
  return changes.find((change): change is ReviewChange => change.type === "review" && change.id === id);
}

async function listUnsent(userId: string): Promise<StudyChange[]> {
  const changes = await loadFrom(store.listUnsent, userId);
  return changes.filter(({ status }) => status === "unsent").map(({ change }) => change);
}

async function setStatus(userId: string, changes: readonly StudyChange[], status: ChangeStatus): Promise<void> {
  for (const change of changes) {
    const known = unstored.get(subjectOf(change));
    if (known && !isLaterChange(known.change, change)) unstored.set(known.subject, { ...known, status });
  }
  // Without storage, updating the changes in memory is enough.
  await store.setStatus(userId, changes, status).catch(() => undefined);
  news.publish(userId);
}

async function fetchNew(userId: string): Promise<void> {
  for (let more = true; more; ) {
    const after = await store.cursor(userId);
    const page = await callApiAs(userId, "list-study-changes", { params: { after: String(after) } });
    if (page.last > after) await store.putFromServer(userId, page.changes, page.last);
    more = page.more;
  }
  news.publish(userId);
}

/**
 * Does nothing unless `startStudySync` runs for this learner.
 * @param latest number of the learner's last batch, if it is known
 */
export async function fetchStudyChanges(userId: string, latest = Number.POSITIVE_INFINITY): Promise<void> {
  const running = current;
  if (running?.userId !== userId) return;
  if ((await store.cursor(userId).catch(() => 0)) >= latest) return;
  const joined = running.fetching;
  running.fetching ??= fetchNew(userId)
    .catch(() => undefined)
    .finally(() => {
      running.fetching = undefined;
    });
  await running.fetching;
  // The joined fetch may have read the last page before the latest batch was stored.
  if (joined && Number.isFinite(latest)) await fetchStudyChanges(userId, latest);
}

export function startStudySync(userId: string): () => void {
  const sender = startStudySender(userId, {
    listUnsent: () => listUnsent(userId),
    onSent: async (changes, number) => {
      await setStatus(userId, changes, "sent");
      const isNext = (await store.cursor(userId).catch(() => number)) === number - 1;
      if (isNext) await store.putFromServer(userId, [], number).catch(() => undefined);
    },
    onRefused: (changes) => setStatus(userId, changes, "refused"),
  });
  const running = { userId, sender, fetching: undefined };
  current = running;
  return () => {
    sender.stop();
    if (current === running) current = undefined;
  };
}

export async function saveStudyChanges(userId: string, changes: readonly StudyChange[]): Promise<boolean> {
  let isStored = true;
  try {
    await store.put(userId, changes, "unsent");
  } catch {
    isStored = false;
    for (const change of changes) {
      const subject = subjectOf(change);
      unstored.set(subject, { userId, subject, change, status: "unsent" });
    }
  }
  news.publish(userId);
  if (current?.userId === userId) current.sender.sendSoon();
  return isStored;
}

export async function flushStudy(userId: string, withinMs: number): Promise<number> {
  if (current?.userId === userId) await current.sender.flush(withinMs);
  return (await listUnsent(userId)).length;
}

export async function clearStudy(userId: string): Promise<void> {
  for (const [subject, each] of unstored) if (each.userId === userId) unstored.delete(subject);
  await store.clear(userId).catch(() => undefined);
  news.publish(userId);
}
