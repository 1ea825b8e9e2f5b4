import { useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { isUnfinished, type Practice } from "../../../../../domain/practice/practice.ts";
import { openLocalChoice } from "../../../browser/local-choice.ts";
import { useObservable } from "../../../browser/observable.ts";
import { stored } from "../../../browser/stored.ts";
import "./transcripts.css";

/** Whether open transcripts stay open when the segment changes and while one records. */
const keepsTranscripts = openLocalChoice(stored.keepTranscripts, z.boolean(), false);

export type TranscriptsShown = {
  shown: boolean;
  /** Whether they can be shown or hidden now. */
  allowed: boolean;
  toggle: () => void;
};

/** Where the transcripts stand. */
export const scriptsId = "scripts";

/**
 * Whether the transcripts are to be seen. Unless the learner keeps them open, another segment closes them, and during a
 * take they are out of sight: what is to be interpreted was heard, not read.
 */
export function useTranscripts(practice: Practice): TranscriptsShown {
  const kept = useObservable(keepsTranscripts);
  const [open, setOpen] = useState(kept);
  const { index } = practice;
  const [openedAt, setOpenedAt] = useState(index);
  if (openedAt !== index) {
    setOpenedAt(index);
    if (!kept) setOpen(false);
  }
  const allowed = kept || !isUnfinished(practice);
  const toggle = () => {
    if (!allowed) return;
    // There at once, so that it can be scrolled to.
    flushSync(() => setOpen(!open));
    document.getElementById(scriptsId)?.scrollIntoView({ block: "nearest" });
  };
  return { shown: open && allowed, allowed, toggle };
}

/** Lets the transcripts stay open. */
export function KeepTranscriptsControl() {
  const kept = useObservable(keepsTranscripts);
  return (
    <label className="keep-open">
      <input type="checkbox" checked={kept} onChange={({ target }) => keepsTranscripts.set(target.checked)} />
      Keep open
    </label>
  );
}
