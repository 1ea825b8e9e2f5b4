import { exampleFolder } from "../../../../domain/content/scenario.ts";
import type { OfflineAccess } from "../../../../domain/plans/offline-access.ts";
import type { EncodedAudio } from "../../audio/player.ts";
import { withTimeout } from "../../browser/timing.ts";
import { isUnreachable } from "../../stored-answers.ts";
import { ContentError, premiumRequiredError, requireGrant } from "./content.ts";
import { keptStore } from "./internal/kept-store.ts";

type LearnerOffline = { userId: string; access: OfflineAccess };

let readLearner: () => LearnerOffline | null = () => null;

/** Sets the function that returns the learner of this device, and what the learner may open without the server. */
export function setOfflineAccess(read: () => LearnerOffline | null): void {
  readLearner = read;
}

/** In ms. A slower network counts as lost, so that a kept dialogue opens in time. */
const grantTimeoutMs = 1_000;

const isLost = (error: unknown) =>
  isUnreachable(error) || (error instanceof ContentError && error.reason === "unreachable");

/** Throws if the learner may not open a kept file without the server. */
function requireOfflineAccess(path: string): void {
  const learner = readLearner();
  if (learner && path.startsWith(exampleFolder)) return;
  if (!learner || learner.access === "ended") throw premiumRequiredError();
  if (learner.access === "check-needed")
    throw new ContentError("check-needed", "Go online once, so that Parlance can check your plan.");
}

/**
 * Rejects if the learner may not open a kept file. The learner needs a grant. Without a response in time, the last plan
 * that this device knows decides.
 */
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

/** Returns a file that is kept on this device, without a check of access; undefined if there is none. */
async function readKept<File>(read: (userId: string) => Promise<File | undefined>): Promise<File | undefined> {
  const learner = readLearner();
  return learner ? read(learner.userId).catch(() => undefined) : undefined;
}

/** Returns a kept sound if the learner may hear it; undefined if it is not kept. */
export async function openKeptSound(path: string): Promise<EncodedAudio | undefined> {
  const sound = await readKept((userId) => keptStore.sound(userId, path));
  if (sound) await requireKeptAccess(path);
  return sound;
}

/**
 * Fetches a text, because its pack may have changed. If a kept text exists and the network is lost or slow, returns the
 * kept text, or rejects if the learner may not read it.
 */
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

/** Returns a kept text if the learner may read it; undefined if it is not kept. */
export async function openKeptText(path: string): Promise<unknown> {
  const text = await readKept((userId) => keptStore.text(userId, path));
  if (text !== undefined) await requireKeptAccess(path);
  return text;
}

/** Rejects if the learner may not hear the file at `path` now. Also checks files that are kept on this device. */
export async function requireAccess(path: string): Promise<void> {
  const isKept = (await readKept((userId) => keptStore.sound(userId, path))) !== undefined;
  await (isKept ? requireKeptAccess(path) : requireGrant(path));
}
