import { useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { hasUnfinishedRecording, type Practice } from "../../../../../domain/practice/practice.ts";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { stored } from "../../../browser/stored.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import "./transcripts.css";

const keepTranscriptsOpen = createLocalPreference(stored.keepTranscripts, z.boolean(), false);

export type TranscriptVisibility = {
  isShown: boolean;
  canToggle: boolean;
  toggle: () => void;
};

export const transcriptsId = "scripts";

/** By default, hides transcripts during a recording, because learners interpret by ear. */
export function useTranscriptVisibility(practice: Practice): TranscriptVisibility {
  const kept = useObservable(keepTranscriptsOpen);
  const [open, setOpen] = useState(kept);
  const { index } = practice;
  const [openedAt, setOpenedAt] = useState(index);
  if (openedAt !== index) {
    setOpenedAt(index);
    if (!kept) setOpen(false);
  }
  const allowed = kept || !hasUnfinishedRecording(practice);
  const toggle = () => {
    if (!allowed) return;
    // Renders at once, so that the transcript can be scrolled into view.
    flushSync(() => setOpen(!open));
    document.getElementById(transcriptsId)?.scrollIntoView({ block: "nearest" });
  };
  return { isShown: open && allowed, canToggle: allowed, toggle };
}

export function KeepTranscriptsControl() {
  const kept = useObservable(keepTranscriptsOpen);
  return (
    <label className="keep-open">
      <input type="checkbox" checked={kept} onChange={({ target }) => keepTranscriptsOpen.set(target.checked)} />
      Keep open
    </label>
  );
}
