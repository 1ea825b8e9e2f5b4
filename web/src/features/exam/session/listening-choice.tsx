import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { equipmentAnchor, paths } from "../../../../../domain/http/pages.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { ChoiceGroup } from "../../../ui/choice-group.tsx";
import { chosenMicrophone, type ListeningDevice } from "../../recording/microphone/chosen-microphone.ts";
import { findWirelessDevices } from "../../recording/microphone/wireless-devices.ts";
import { examListeningDevice } from "./exam-studio.ts";

const options: readonly { value: ListeningDevice; label: string; detail: string }[] = [
  {
    value: "headphones",
    label: "Headphones or a headset",
    detail: "Your microphone hears little or nothing of the dialogue.",
  },
  {
    value: "speakers",
    label: "Speakers",
    detail: "Echo cancellation can make your first words quieter or remove them.",
  },
];

function useWirelessDevices(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const watching = new AbortController();
    const { signal } = watching;
    const look = () => void findWirelessDevices().then((found) => signal.aborted || setNames(found));
    look();
    navigator.mediaDevices.addEventListener("devicechange", look, { signal });
    return () => watching.abort();
  }, []);
  return names;
}

function WirelessHint() {
  const names = useWirelessDevices();
  if (names.length === 0) return null;
  return `${names.join(" and ")} may be wireless. Published rules do not allow wireless headsets in the real exam.`;
}

type Props = {
  exam: Exam;
  /** Browsers hide device names until the learner allows the microphone. */
  isChecked: boolean;
};

export function ListeningDeviceChoice({ exam, isChecked }: Props) {
  const listening = useObservable(examListeningDevice);
  const chosen = useObservable(chosenMicrophone);
  return (
    <section className="exam-listening">
      <ChoiceGroup legend="How do you listen?" options={options} value={listening} onChange={examListeningDevice.set} />
      {!exam.equipment.value.wireless && (
        <p role="status" className="exam-wireless">
          {/* A change of the key restarts the search. */}
          <WirelessHint key={`${chosen?.id} ${isChecked}`} />
        </p>
      )}
      <p>
        Check the rules of the real exam in your invitation.{" "}
        <Link to={`${paths.exam}#${equipmentAnchor}`}>See what public pages say</Link>
      </p>
    </section>
  );
}
