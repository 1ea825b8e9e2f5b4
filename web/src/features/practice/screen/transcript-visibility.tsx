import { useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { hasUnfinishedRecording, type Practice } from "../../../../../domain/practice/practice.ts";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { useObservable } from "../../../browser/observable.ts";
import { stored } from "../../../browser/stored.ts";
import "./transcripts.css";

/** Whether open transcripts stay open when the segment changes and while one records. */
const keepTranscriptsOpen = createLocalPreference(stored.keepTranscripts, z.boolean(), false);

export type TranscriptVisibility = {
  isShown: boolean;
  /** Whether they can be shown or hidden now. */
  canToggle: boolean;
  toggle: () => void;
};

/** Where the transcripts stand. */
export const transcriptsId = "scripts";

/**
 * Whether the transcripts are to be seen. Unless the learner keeps them open, another segment closes them, and during a
 * take they are out of sight: what is to be interpreted was heard, not read.
 */
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
    // There at once, so that it can be scrolled to.
    flushSync(() => setOpen(!open));
    document.getElementById(transcriptsId)?.scrollIntoView({ block: "nearest" });
  };
  return { isShown: open && allowed, canToggle: allowed, toggle };
}

/** Lets the transcripts stay open. */
export function KeepTranscriptsControl() {
  const kept = useObservable(keepTranscriptsOpen);
  return (
    <label className="keep-open">
      <input type="checkbox" checked={kept} onChange={({ target }) => keepTranscriptsOpen.set(target.checked)} />
      Keep open
    </label>
  );
}
