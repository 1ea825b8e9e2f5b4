import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { controlsOf, currentSegment, type Practice } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import type { Studio } from "../studio/studio.ts";
import { ActionButton } from "./action-button.tsx";
import { downloadRecording } from "./download-recording.ts";
import type { Panel } from "./panel.ts";
import { PlaybackSpeedControl } from "./playback-speed-control.tsx";
import "./more-tools.css";

type Props = {
  studio: Studio;
  practice: Practice;
  scenarioId: string;
  onOpen: (panel: Panel) => void;
  /** The toggle that keeps the dialogue on this device. */
  keeping?: ReactNode;
};

function useDisclosure() {
  const container = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !container.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [isOpen]);
  /** Moves the focus first, because closing hides the focused button. */
  const close = () => {
    trigger.current?.focus();
    setOpen(false);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "Escape" && isOpen) close();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !container.current?.contains(relatedTarget)) setOpen(false);
  };
  return { container, trigger, isOpen, toggle: () => setOpen(!isOpen), close, onKeyDown, onBlur };
}

export function MoreTools({ studio, practice, scenarioId, onOpen, keeping }: Props) {
  const { container, trigger, isOpen, toggle, close, onKeyDown, onBlur } = useDisclosure();
  const id = useId();
  const pace = useObservable(studio.playbackSpeed);
  const { index, activity } = practice;
  const { recordings, currentRecording: number } = currentSegment(practice);
  const recording = recordings.find((each) => each.number === number);
  // A dialog over the playing original would hide the start of the recording.
  const isQuiet = activity.kind === "quiet";
  const openPanel = (panel: Panel) => {
    close();
    onOpen(panel);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles keys that its controls do not use.
    <div ref={container} className="more" onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button ref={trigger} variant="quiet" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        More {pace !== 1 && <span className="more-pace">{pace}×</span>}
      </Button>
      <div id={id} className="menu more-tools" hidden={!isOpen}>
        <PlaybackSpeedControl pace={studio.playbackSpeed} />
        <ActionButton
          variant="quiet"
          allowed={controlsOf(practice).recordings && recording !== undefined}
          onAct={() => recording && void downloadRecording(studio, { scenarioId, index }, recording).then(close)}
        >
          Download Recording
        </ActionButton>
        <ActionButton variant="quiet" allowed={isQuiet} onAct={() => openPanel("recordings")}>
          Recordings
        </ActionButton>
        <ActionButton variant="quiet" allowed={isQuiet} onAct={() => openPanel("microphone")}>
          Microphone
        </ActionButton>
        {keeping}
        <ActionButton variant="quiet" shortcut="help" onAct={() => openPanel("shortcuts")}>
          Shortcuts
        </ActionButton>
      </div>
    </div>
  );
}
