import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../../../domain/http/pages.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import type { AudioState } from "../../content/loaded-audio.ts";
import type { SegmentAudio } from "../../content/segment-audio.ts";
import { fromHome } from "../../plans/upgrading.ts";
import { isUnavailable } from "./prominence.ts";
import "./sound.css";

const showAfterMs = 300;

const problemTexts: Readonly<Record<Exclude<AudioState, "loading" | "ready" | "premium-required">, string>> = {
  unreachable: "The audio could not be loaded. Check your connection, then press Play Audio.",
  "check-needed": "Parlance could not check your plan. Check your connection, then press Play Audio.",
  missing: "The audio of this segment is not available.",
  empty: "The audio of this segment is empty.",
  malformed: "The audio of this segment cannot be played.",
};

function PlanEnded() {
  return (
    <>
      You need a paid plan to play this dialogue.{" "}
      <Link to={paths.pricing} state={fromHome}>
        See the plans
      </Link>
    </>
  );
}

function LoadingText() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), showAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return late ? "Loading the audio…" : null;
}

export function AudioStatus({ sounds, hasOthers }: { sounds: SegmentAudio; hasOthers: boolean }) {
  const { original } = useObservable(sounds.states);
  return (
    <p className="sound-status" role="status" data-state={original}>
      {original === "loading" && <LoadingText />}
      {original === "premium-required" && <PlanEnded />}
      {original !== "loading" && original !== "ready" && original !== "premium-required" && problemTexts[original]}
      {hasOthers && isUnavailable(original) && " Continue with another segment."}
    </p>
  );
}
