import { useEffect, useEffectEvent, useState } from "react";
import * as z from "zod/mini";
import type { ScoringUnit } from "../../../../domain/content/pack.ts";
import { recogniseUnits } from "../../../../domain/recognition/recognised-units.ts";
import type { EncodedAudio } from "../../audio/player.ts";
import { createLocalPreference } from "../../browser/local-preference.ts";
import { stored } from "../../browser/stored.ts";
import { useObservable } from "../../browser/use-observable.ts";
import { createRecogniser, type Recogniser, RecogniserError } from "./recogniser.ts";

const isTurnedOn = createLocalPreference(stored.recognition, z.boolean(), false);

/** "absent": this browser cannot recognise speech on the device, or `isApplicable` is false. */
export type RecognitionState =
  | { kind: "absent" | "off" | "installing" | "not-installed" | "unsupported" | "listening" | "failed" }
  /** `notHeard` contains positions of units, from 0. */
  | { kind: "compared"; notHeard: ReadonlySet<number> };

export type Recognition = RecognitionState & { turnOn: () => void; turnOff: () => void };

export type RecognisedAttempt = {
  /** Identifies the recording. */
  key: string;
  units: readonly ScoringUnit[];
  load: () => Promise<EncodedAudio | null>;
};

/** @throws RecogniserError if the recording is missing or cannot be recognised */
async function findNotHeard(
  recogniser: Recogniser,
  { units, load }: RecognisedAttempt,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const recording = await load();
  if (!recording) throw new RecogniserError("failed");
  const outcomes = recogniseUnits(
    await recogniser.transcribe(recording, signal),
    units.map(({ kind, translation: text, accepted }) => ({ kind, text, accepted })),
  );
  return new Set(outcomes.flatMap((outcome, at) => (outcome === "not-heard" ? [at] : [])));
}

type Compared = { key: string; notHeard: ReadonlySet<number> | "failed" };

function useCompared(recogniser: Recogniser, attempt: RecognisedAttempt | null): Compared | null {
  const [known, setKnown] = useState<Compared | null>(null);
  const compare = useEffectEvent(async (signal: AbortSignal) => {
    if (!attempt || known?.key === attempt.key) return;
    const notHeard = await findNotHeard(recogniser, attempt, signal).catch(() => "failed" as const);
    if (!signal.aborted) setKnown({ key: attempt.key, notHeard });
  });
  const key = attempt?.key ?? null;
  useEffect(() => {
    if (key === null) return;
    const stop = new AbortController();
    void compare(stop.signal);
    return () => stop.abort();
  }, [key]);
  return known;
}

/** "none": not started, or finished with success. */
type Step = "none" | "installing" | "not-installed" | "unsupported";

async function prepare(recogniser: Recogniser): Promise<Exclude<Step, "installing">> {
  const status = await recogniser.status();
  if (status === "unsupported") return "unsupported";
  return status === "ready" || (await recogniser.install()) ? "none" : "not-installed";
}

function describe(isOn: boolean, step: Step, compared: Compared | null): RecognitionState {
  if (!isOn) return { kind: step === "none" ? "off" : step };
  if (!compared) return { kind: "listening" };
  return compared.notHeard === "failed" ? { kind: "failed" } : { kind: "compared", notHeard: compared.notHeard };
}

let shared: Recogniser | undefined;
const browserRecogniser = () => {
  shared ??= createRecogniser();
  return shared;
};

/**
 * Finds the units that the browser's speech recognition does not hear in a recording.
 * @param attempt null while there is nothing to compare, for example during a recording
 */
export function useRecognition(attempt: RecognisedAttempt | null, isApplicable: boolean): Recognition {
  const recogniser = browserRecogniser();
  const isOn = useObservable(isTurnedOn);
  const [step, setStep] = useState<Step>("none");
  const isPossible = isApplicable && recogniser.isPossible;
  const compared = useCompared(recogniser, isPossible && isOn ? attempt : null);
  const turnOn = async () => {
    setStep("installing");
    const outcome = await prepare(recogniser);
    setStep(outcome);
    if (outcome === "none") isTurnedOn.set(true);
  };
  const current = compared && compared.key === attempt?.key ? compared : null;
  const state: RecognitionState = isPossible ? describe(isOn, step, current) : { kind: "absent" };
  return { ...state, turnOn: () => void turnOn(), turnOff: () => isTurnedOn.set(false) };
}
