/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { maxSavedComments } from "../../../domain/sharing/share-limits.ts";
import type { GuestApp } from "./guest-app.ts";
import { KeyedButton } from "./keyed-button.tsx";
import { failureCode } from "./shared-api.ts";

type Props = {
  app: GuestApp;
  text: string;
  /** A teacher's reusable comments, oldest first; null for other guests. */
  savedComments: readonly string[] | null;
};

/** Asks before it removes another comment, because the teacher cannot restore it. */
export function KeepButton({ app, text, savedComments }: Props) {
  const [step, setStep] = useState<"idle" | "asking" | "busy" | "failed">("idle");
  if (savedComments === null || text === "" || savedComments.includes(text)) return null;
  const isFull = savedComments.length >= maxSavedComments;
  const keep = async () => {
    setStep("busy");
    try {
      await app.api.call("add-reusable-comment", {
        comment: text,
        replaced: isFull ? (savedComments[0] ?? null) : null,
      });
      await app.session.open();
      setStep("idle");
    } catch (error) {
      const isChanged = failureCode(error) === "changed_meanwhile";
      if (isChanged) await app.session.open();
      setStep(isChanged ? "idle" : "failed");
    }
  };
  if (step === "asking" && isFull) {
    return (
      <fieldset class="guest-ask">
        <legend>
          You can keep {maxSavedComments} comments for reuse. Remove the oldest, “<bdi>{savedComments[0]}</bdi>”, to
          keep this one?
        </legend>
        <div class="guest-actions">
          <KeyedButton onAct={() => setStep("idle")}>Cancel</KeyedButton>
          <KeyedButton variant="danger" onAct={() => void keep()}>
            Remove the oldest
          </KeyedButton>
        </div>
      </fieldset>
    );
  }
  return (
    <KeyedButton
      busy={step === "busy"}
      allowed={step !== "busy"}
      onAct={() => (isFull ? setStep("asking") : void keep())}
    >
      {step === "failed" ? "Not confirmed yet. Try again" : "Keep for reuse"}
    </KeyedButton>
  );
}
