import { useEffect, useRef, useState } from "react";
import { createPlayer } from "../../../audio/element-player.ts";
import { lowersPlaybackWhileRecording } from "../../../audio/playback-while-recording.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { chosenMicrophone, type ListeningDevice, missingMicrophone } from "./chosen-microphone.ts";
import { openMicrophone } from "./internal/microphone.ts";
import { LevelMeter } from "./level-meter.tsx";
import { createMicrophoneCheck, type MicrophoneCheck, type MicrophoneCheckState } from "./microphone-check.ts";
import type { RecorderErrorCode } from "./recorder-error.ts";
import "./device-check.css";

const errorTexts: Record<RecorderErrorCode, string> = {
  denied:
    "Parlance is not allowed to use your microphone. Allow the microphone in the settings of your browser or device, then try again.",
  "no-microphone": "No microphone was found. Plug in or switch on a microphone, then try again.",
  busy: "Another program may be using your microphone. Close that program, such as a video call, then try again.",
  unsupported: "This browser could not record. Try again, or use a current version of Chrome, Edge, Firefox or Safari.",
  lost: "The microphone stopped. Check that it is connected and switched on, then try again.",
};

const statusTexts: Record<Exclude<MicrophoneCheckState["kind"], "failed">, string> = {
  off: "Your browser may ask for permission to use the microphone.",
  opening: "Waiting for the microphone…",
  listening: "Say something. The bar moves when the microphone hears you.",
  recording: "Recording. Say a sentence.",
  playing: "Playing your recording.",
};

export function checkStatusText(state: MicrophoneCheckState, hasSample: boolean): string {
  if (state.kind === "off" && hasSample) return "To record again, turn on the microphone.";
  return state.kind === "failed" ? errorTexts[state.code] : statusTexts[state.kind];
}

function useMicrophoneCheck(listening: ListeningDevice): MicrophoneCheck | null {
  const [check, setCheck] = useState<MicrophoneCheck | null>(null);
  useEffect(() => {
    const lowersPlayback = lowersPlaybackWhileRecording(navigator);
    const open: typeof openMicrophone = (listeners) => openMicrophone(listeners, listening);
    const opened = createMicrophoneCheck({ open, player: createPlayer(), lowersPlayback });
    setCheck(opened);
    return () => opened.dispose();
  }, [listening]);
  return check;
}

function DeviceChoice({ check }: { check: MicrophoneCheck }) {
  const devices = useObservable(check.devices);
  const chosen = useObservable(chosenMicrophone);
  const missing = useObservable(missingMicrophone);
  if (devices.length === 0) return null;
  const attached = devices.some(({ id }) => id === chosen?.id);
  return (
    <div className="device-choice">
      <label htmlFor="microphone">Microphone</label>
      <select
        id="microphone"
        value={attached ? chosen?.id : ""}
        onChange={({ target }) => void check.choose(devices.find(({ id }) => id === target.value) ?? null)}
      >
        <option value="">System default</option>
        {devices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {missing && <p>{missing.label} was not connected, so Parlance used the system default.</p>}
    </div>
  );
}

function isMicrophoneOpen({ kind }: MicrophoneCheckState): boolean {
  return kind === "listening" || kind === "recording" || kind === "playing";
}

function EchoNote({ check }: { check: MicrophoneCheck }) {
  const cancelsEcho = useObservable(check.cancelsEcho);
  if (cancelsEcho === null) return null;
  return (
    <p role="status">
      {cancelsEcho
        ? "Echo cancellation is on."
        : "Echo cancellation is off. Turn your speakers down or use headphones."}
    </p>
  );
}

function CheckControls({ check, listening }: { check: MicrophoneCheck; listening: ListeningDevice }) {
  const state = useObservable(check.state);
  const sample = useObservable(check.sample);
  const [unheard, setUnheard] = useState(false);
  const { kind } = state;
  const isOn = isMicrophoneOpen(state);
  const main = useRef<HTMLButtonElement>(null);
  const onMain = () => {
    setUnheard(false);
    if (kind === "recording") check.finish();
    else if (isOn) void check.record();
    else void check.turnOn();
  };
  const onMainText = kind === "recording" ? "Stop" : sample ? "Record again" : "Record a few seconds";
  const offText = kind === "failed" ? "Try again" : "Turn on microphone";
  return (
    <>
      <p className="check-status" role={kind === "failed" ? "alert" : undefined} data-failed={kind === "failed"}>
        {checkStatusText(state, sample !== null)}
      </p>
      <DeviceChoice check={check} />
      {listening === "speakers" && <EchoNote check={check} />}
      <LevelMeter level={check.level.get} changes={check.level} label="Microphone level" />
      <div className="check-actions">
        <Button
          ref={main}
          variant={kind === "recording" || !isOn ? "said" : "plain"}
          busy={kind === "opening"}
          onClick={() => kind === "opening" || onMain()}
        >
          {kind === "recording" && <span className="recording-dot" aria-hidden="true" />}
          {isOn ? onMainText : offText}
        </Button>
        <Button
          aria-disabled={!sample || kind === "recording" || kind === "playing"}
          onClick={() => {
            if (sample && kind !== "recording" && kind !== "playing") {
              void check.playSample().then((heard) => setUnheard(!heard));
            }
          }}
        >
          Hear yourself
        </Button>
      </div>
      {unheard && sample && <p role="alert">Your recording could not be played. Please try again.</p>}
    </>
  );
}

type DeviceCheckProps = {
  /** True if the dialog opens automatically. */
  first: boolean;
  listening?: ListeningDevice;
  onDone: (works: boolean) => void;
};

type Sample = ReturnType<MicrophoneCheck["sample"]["get"]>;

/** With a sample, the microphone may be off, because on an iPhone the check closes it to play the sample. */
function isMicrophoneWorking(state: MicrophoneCheckState, sample: Sample): boolean {
  return isMicrophoneOpen(state) || (sample !== null && state.kind === "off");
}

function ContinueButton({ check, first, onDone }: { check: MicrophoneCheck; first: boolean; onDone: () => void }) {
  const state = useObservable(check.state);
  const sample = useObservable(check.sample);
  const isOn = isMicrophoneWorking(state, sample);
  const voice = isOn && state.kind !== "recording" ? "ink" : "plain";
  if (!first) {
    return (
      <Button variant={voice} onClick={onDone}>
        Done
      </Button>
    );
  }
  if (isOn) {
    return (
      <Button variant={voice} onClick={onDone}>
        Start practising
      </Button>
    );
  }
  return (
    <Button variant="quiet" onClick={onDone}>
      Skip
    </Button>
  );
}

export function DeviceCheckDialog({ first, listening = "headphones", onDone }: DeviceCheckProps) {
  const check = useMicrophoneCheck(listening);
  const done = () => onDone(check !== null && isMicrophoneWorking(check.state.get(), check.sample.get()));
  return (
    <Dialog
      title="Check your microphone"
      onDismiss={done}
      actions={check && <ContinueButton {...{ check, first }} onDone={done} />}
    >
      {check && <CheckControls check={check} listening={listening} />}
    </Dialog>
  );
}
