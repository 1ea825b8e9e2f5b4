import { Button } from "../../ui/button.tsx";
import type { Recognition, RecognitionState } from "./use-recognition.ts";
import "./recognition-line.css";

const offer = "Your browser may be able to compare your recording with this list, on this device.";

function Switch({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button variant="quiet" onClick={onPress}>
      {label}
    </Button>
  );
}

function textOf(state: RecognitionState): string {
  switch (state.kind) {
    case "absent":
      return "";
    case "off":
      return offer;
    case "installing":
      return "Preparing speech recognition for English…";
    case "not-installed":
      return "Speech recognition could not be installed. Check your connection, then try again.";
    case "unsupported":
      return "This browser has no speech recognition for English on this device.";
    case "listening":
      return "Your browser is comparing your recording with this list…";
    case "compared":
      return state.notHeard.size > 0
        ? "Your browser did not hear everything. Check the ticks yourself."
        : "Your browser suggests no ticks. Tick what you missed.";
    case "failed":
      return "Your browser could not compare your recording. Tick what you missed.";
  }
}

/** Suggestions do not change the ticks of a rated attempt. So after a rating only "Turn off suggestions" remains. */
export function RecognitionLine({ recognition, isRated }: { recognition: Recognition; isRated: boolean }) {
  const { kind, turnOn, turnOff } = recognition;
  const isOn = ["listening", "compared", "failed"].includes(kind);
  if (kind === "absent" || (isRated && !isOn)) return null;
  return (
    <div className="recognition">
      {!isRated && <p role={kind === "off" ? undefined : "status"}>{textOf(recognition)}</p>}
      {kind === "off" && <Switch label="Suggest what I missed" onPress={turnOn} />}
      {kind === "not-installed" && <Switch label="Try again" onPress={turnOn} />}
      {isOn && <Switch label={isRated ? "Turn off suggestions" : "Turn off"} onPress={turnOff} />}
    </div>
  );
}
