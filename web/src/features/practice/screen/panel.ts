import { useState } from "react";
import { useObservable } from "../../../browser/observable.ts";
import { microphoneChecked } from "../../recording/microphone/microphone-check.ts";

/** The dialogs that are not the segment machine's. */
export type Panel = "none" | "microphone" | "shortcuts" | "recordings";

export type PanelState = {
  panel: Panel;
  /** Whether the microphone check shows by itself, before anything was practised in this browser. */
  isFirstCheck: boolean;
  open: (panel: Panel) => void;
  close: () => void;
};

/** Which dialog is open; the microphone check is until it was done or skipped once. */
export function usePanel(): PanelState {
  const checked = useObservable(microphoneChecked);
  const [asked, setAsked] = useState<Panel>("none");
  const close = () => {
    microphoneChecked.set(true);
    setAsked("none");
  };
  return { panel: checked ? asked : "microphone", isFirstCheck: !checked, open: setAsked, close };
}
