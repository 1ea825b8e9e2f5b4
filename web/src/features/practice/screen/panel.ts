import { useState } from "react";
import { useObservable } from "../../../browser/use-observable.ts";
import { microphoneChecked } from "../../recording/microphone/microphone-check.ts";

/** Dialogs that are not part of the practice state machine. */
export type Panel = "none" | "microphone" | "shortcuts" | "recordings";

export type PanelState = {
  panel: Panel;
  isFirstCheck: boolean;
  open: (panel: Panel) => void;
  close: () => void;
};

export function usePanel(): PanelState {
  const checked = useObservable(microphoneChecked);
  const [asked, setAsked] = useState<Panel>("none");
  const close = () => {
    microphoneChecked.set(true);
    setAsked("none");
  };
  return { panel: checked ? asked : "microphone", isFirstCheck: !checked, open: setAsked, close };
}
