import { exampleFolder } from "../../../../domain/content/scenario.ts";
import type { OfflineAccess } from "../../../../domain/plans/offline-access.ts";
import type { EncodedAudio } from "../../audio/player.ts";
import { withTimeout } from "../../browser/timing.ts";
import { isUnreachable } from "../../stored-answers.ts";
import { ContentError, premiumRequiredError, requireGrant } from "./content.ts";
import { keptStore } from "./internal/kept-store.ts";

type LearnerOffline = { userId: string; access: OfflineAccess };

let readLearner: () => LearnerOffline | null = () => null;

export function setOfflineAccess(read: () => LearnerOffline | null): void {
  readLearner = read;
}

/** A slower network counts as lost, so that a kept dialogue opens soon. */
const grantTimeoutMs = 1_000;

const isLost = (error: unknown) =>
  isUnreachable(error) || (error instanceof ContentError && error.reason === "unreachable");

function requireOfflineAccess(path: string): void {
  const learner = readLearner();
  if (learner && path.startsWith(exampleFolder)) return;
  if (!learner || learner.access === "ended") throw premiumRequiredError();
  if (learner.access === "check-needed")
    throw new ContentError(
      "check-needed",
      "Parlance could not check your plan. Check your connection, then try again.",
    );
}

/** Without a response in time, the facts on this device decide. */
export async function requireKeptAccess(path: string): Promise<void> {
  if (navigator.onLine) {
    const grant = requireGrant(path).catch((error: unknown) => {
      if (!isUnreachable(error)) throw error;
      return "late" as const;
    });
    if ((await withTimeout(grant, grantTimeoutMs)) !== "late") return;
  }
  requireOfflineAccess(path);
}

/** Does not check the learner's access. */
async function readKept<File>(read: (userId: string) => Promise<File | undefined>): Promise<File | undefined> {
  const learner = readLearner();
  return learner ? read(learner.userId).catch(() => undefined) : undefined;
}

export async function openKeptSound(path: string): Promise<EncodedAudio | undefined> {
  const sound = await readKept((userId) => keptStore.sound(userId, path));
  if (sound) await requireKeptAccess(path);
  return sound;
}

/** Prefers the fetched text to the kept text, because the pack may have changed. */
export async function fetchTextOrKept(path: string, fetch: () => Promise<unknown>): Promise<unknown> {
  const kept = await readKept((userId) => keptStore.text(userId, path));
  if (kept === undefined) return fetch();
  if (navigator.onLine) {
    const fetched = fetch().catch((error: unknown) => {
      if (!isLost(error)) throw error;
      return "late" as const;
    });
    const text = await withTimeout(fetched, grantTimeoutMs);
    if (text !== "late") return text;
  }
  requireOfflineAccess(path);
  return kept;
}

export async function openKeptText(path: string): Promise<unknown> {
  const text = await readKept((userId) => keptStore.text(userId, path));
  if (text !== undefined) await requireKeptAccess(path);
  return text;
}

export async function requireAccess(path: string): Promise<void> {
  const isKept = (await readKept((userId) => keptStore.sound(userId, path))) !== undefined;
  await (isKept ? requireKeptAccess(path) : requireGrant(path));
}
