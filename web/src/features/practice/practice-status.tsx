import type { Activity, Phase } from "../../../../domain/practice.ts";

function statusText(phase: Phase, activity: Activity): string {
  if (activity.kind === "playing") {
    if (activity.audio === "own") return "Playing your recording.";
    if (activity.audio === "translation") return "Playing the reference translation.";
    return phase === "recorded" ? "Playing the original again." : "Listen. Recording starts when the speaker ends.";
  }
  switch (phase) {
    case "idle":
      return activity.kind === "restarting" ? "Starting over…" : "Press Play Audio, listen, then interpret aloud.";
    case "playing-original":
      return "Listen. Recording starts when the speaker ends.";
    case "recording":
      return "Recording. Interpret now, then finish your attempt.";
    case "processing":
      return "Storing your recording…";
    case "recorded":
      return "Compare your recording with the reference, or restart to try again.";
  }
}

/** What is going on, in words; not read out while recording, so that a screen reader does not speak into the take. */
export function PracticeStatus({ phase, activity }: { phase: Phase; activity: Activity }) {
  const text = statusText(phase, activity);
  return (
    <p className="practice-status" data-phase={phase}>
      <span aria-hidden={phase !== "recording"}>{text}</span>
      <span className="visually-hidden" role="status">
        {phase === "recording" ? "" : text}
      </span>
    </p>
  );
}
