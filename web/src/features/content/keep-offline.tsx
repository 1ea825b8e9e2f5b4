import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Segment } from "../../../../domain/content/pack.ts";
import { scenarioFolder } from "../../../../domain/content/scenario.ts";
import { Button } from "../../ui/button.tsx";
import { sizeText } from "../../ui/size-text.ts";
import { keepDialogue, refreshKept, removeKept } from "./keep-dialogue.ts";
import { isRemovedBySafari, keepFailureText, notRemovedText, safariText } from "./kept-text.ts";
import type { DialogueToDownload, DownloadProgress } from "./offline-content.ts";
import { useKept } from "./use-kept.ts";
import "./kept.css";

type Props = { userId: string; dialogue: DialogueToDownload; segments: readonly Segment[] };

type Failure = { of: "keeping" | "removing"; text: string };
const noFailure: Failure = { of: "keeping", text: "" };

function useKeeping(userId: string, dialogue: DialogueToDownload) {
  const [progress, setProgress] = useState<DownloadProgress | null>(null);
  const [failure, setFailure] = useState<Failure>(noFailure);
  const download = useRef<AbortController>(null);
  useEffect(() => () => download.current?.abort(), []);
  const start = () => {
    const controller = new AbortController();
    download.current = controller;
    setProgress({ loaded: 0, total: 0 });
    setFailure(noFailure);
    keepDialogue(userId, dialogue, { signal: controller.signal, onProgress: setProgress })
      .catch(
        (error: unknown) => controller.signal.aborted || setFailure({ of: "keeping", text: keepFailureText(error) }),
      )
      .finally(() => setProgress(null));
  };
  const remove = (folder: string) => {
    setFailure(noFailure);
    removeKept(userId, folder).catch(() => setFailure({ of: "removing", text: notRemovedText }));
  };
  return { progress, failure, start, remove, stop: () => download.current?.abort() };
}

function stateText(progress: DownloadProgress | null, bytes: number | undefined): string {
  if (progress?.total === 0) return "Starting the download…";
  if (progress) return `Download: ${progress.loaded} of ${progress.total} files done`;
  return bytes === undefined ? "" : `${sizeText(bytes)} on this device`;
}

export function KeepOffline({ userId, dialogue, segments }: Props) {
  const kept = useKept(userId);
  const { progress, failure, start, remove, stop } = useKeeping(userId, dialogue);
  const folder = scenarioFolder(dialogue.language, dialogue.listed.id);
  const mine = kept === null || kept === "unreadable" ? undefined : kept.find((each) => each.folder === folder);
  const isKept = mine !== undefined;
  const refresh = useEffectEvent(() => {
    if (navigator.onLine) void refreshKept(userId, dialogue, segments).catch(() => undefined);
  });
  useEffect(() => {
    if (isKept) refresh();
  }, [isKept]);
  // Another tab may have kept or removed the dialogue since the failure.
  const failureText = failure.of === (isKept ? "removing" : "keeping") ? failure.text : "";
  const toggle = () => {
    if (progress) stop();
    else if (isKept) remove(folder);
    else start();
  };
  return (
    <div className="keep-offline">
      <Button variant="quiet" aria-pressed={isKept || progress !== null} disabled={kept === null} onClick={toggle}>
        Keep offline
      </Button>
      <p role="status">
        {kept === "unreadable" ? keepFailureText(null) : failureText || stateText(progress, mine?.bytes)}
      </p>
      {isRemovedBySafari() && <p>{safariText}</p>}
    </div>
  );
}
