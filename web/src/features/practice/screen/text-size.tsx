import * as z from "zod/mini";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { stored } from "../../../browser/stored.ts";
import { useObservable } from "../../../browser/use-observable.ts";

const textScales = [0.85, 1, 1.25, 1.6] as const;
const defaultStep = 1;

const Step = z.int().check(z.minimum(0), z.maximum(textScales.length - 1));

const textStep = createLocalPreference(stored.textSize, Step, defaultStep);

export function useTextScale(): number {
  return textScales[useObservable(textStep)] ?? 1;
}

type StepButtonProps = { label: string; text: string; by: 1 | -1 };

function StepButton({ label, text, by }: StepButtonProps) {
  const step = useObservable(textStep);
  const wanted = step + by;
  const possible = wanted >= 0 && wanted < textScales.length;
  return (
    <button
      type="button"
      className="size-button"
      aria-label={label}
      aria-disabled={!possible}
      onClick={() => possible && textStep.set(wanted)}
    >
      {text}
    </button>
  );
}

export function TextSizeControl() {
  const step = useObservable(textStep);
  return (
    <fieldset className="text-size">
      <legend className="visually-hidden">Text size</legend>
      <StepButton label="Smaller text" text="A−" by={-1} />
      <span role="status" className="visually-hidden">
        Text size {step + 1} of {textScales.length}
      </span>
      <StepButton label="Larger text" text="A+" by={1} />
    </fieldset>
  );
}
