import * as z from "zod/mini";
import { type Segment, SegmentList } from "../../../domain/content/pack.ts";
import { metadataPath, scenarioFolder } from "../../../domain/content/scenario.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { createObservable, type Observable } from "../browser/observable.ts";
import type { ShareSession } from "./share-session.ts";
import { GuestCallError } from "./shared-api.ts";

export type DialogueContent = readonly Segment[] | "loading" | "failed";

export function folderOf(share: OpenedShare, dialogue: number): string | undefined {
  const of = share.dialogues[dialogue];
  return of && scenarioFolder(of.language, of.scenario_id);
}

export function contentUrl(share: OpenedShare, dialogue: number, path: string): string | null {
  const grant = share.content[dialogue];
  if (!grant || !path.startsWith(grant.folder)) return null;
  return `${grant.folderUrl}${path.slice(grant.folder.length)}?${grant.query}`;
}

const timeoutMs = 30_000;

/** @throws GuestCallError, with the code "unauthorized" if the signed address may have expired */
export async function fetchFile(url: string): Promise<ArrayBuffer> {
  const loading = fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then((response) => {
    if (response.ok) return response.arrayBuffer();
    throw new GuestCallError([403, 404].includes(response.status) ? "unauthorized" : "internal_error");
  });
  return loading.catch((error: unknown) => {
    throw error instanceof GuestCallError ? error : new GuestCallError("unreachable");
  });
}

async function fetchSegments(share: OpenedShare, dialogue: number): Promise<readonly Segment[]> {
  const folder = folderOf(share, dialogue);
  const url = folder === undefined ? null : contentUrl(share, dialogue, metadataPath(folder));
  if (url === null) throw new GuestCallError("unreadable");
  return z.parse(SegmentList, JSON.parse(new TextDecoder().decode(await fetchFile(url))));
}

export type SharedContent = {
  dialogues: Observable<readonly DialogueContent[]>;
  load: () => void;
};

export function createSharedContent(session: ShareSession): SharedContent {
  const dialogues = createObservable<readonly DialogueContent[]>([]);
  const set = (at: number, content: DialogueContent) =>
    dialogues.set(dialogues.get().map((other, index) => (index === at ? content : other)));
  return {
    dialogues,
    load: () => {
      const state = session.state.get();
      if (state.kind !== "open") return;
      const known = dialogues.get();
      dialogues.set(
        state.share.dialogues.map((_, at) => (known[at] === "failed" ? "loading" : (known[at] ?? "loading"))),
      );
      for (const at of state.share.dialogues.keys()) {
        if (known[at] !== undefined && known[at] !== "failed") continue;
        session
          .fresh()
          .then((share) => fetchSegments(share, at))
          .then(
            (segments) => set(at, segments),
            () => set(at, "failed"),
          );
      }
    },
  };
}
