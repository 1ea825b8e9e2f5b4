/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { maxReportLength } from "../../../domain/sharing/share-limits.ts";
import { failedActionText, failedReportText } from "./failure-texts.ts";
import type { GuestApp } from "./guest-app.ts";
import { InboxLink } from "./inbox-link.tsx";
import { KeyedButton } from "./keyed-button.tsx";
import { type FailureCode, failureCode } from "./shared-api.ts";
import { useObservable } from "./use-observable.ts";

type Step = "idle" | "asking" | "busy" | "done" | { failed: FailureCode };

const failed = (error: unknown): Step => ({ failed: failureCode(error) });

function useHasCommented(app: GuestApp, share: OpenedShare): boolean {
  const saved = share.guest?.comments ?? [];
  const waiting = useObservable(app.comments.waiting);
  const voices = useObservable(app.voices);
  const drafts = Object.values(useObservable(app.drafts).comments);
  const hasDraft = drafts.some(({ text, unit }) => text.trim() !== "" || unit !== null);
  return hasDraft || saved.length + waiting.length + voices.size > 0;
}

function DeleteAll({ app, share }: { app: GuestApp; share: OpenedShare }) {
  const [step, setStep] = useState<Step>("idle");
  const hasMarked = useObservable(app.marking.state).changes.length > 0;
  const hasWritten = useHasCommented(app, share) || hasMarked;
  // A teacher keeps the same guest id, so the server refuses a marking after the deletion. Other guests get a new id.
  const isLastMarking = share.saved_comments !== null && hasMarked;
  const run = () => {
    setStep("busy");
    app.deleteAll().then(
      () => setStep("done"),
      (error: unknown) => setStep(failed(error)),
    );
  };
  if (step === "done" && !hasWritten) {
    return <p role="status">Your feedback is deleted.</p>;
  }
  if (!hasWritten) return null;
  if (step === "idle" || step === "done") {
    return (
      <KeyedButton variant="danger" onAct={() => setStep("asking")}>
        Delete all my feedback
      </KeyedButton>
    );
  }
  return (
    <fieldset class="guest-ask">
      <legend>
        {hasMarked || share.exam
          ? "Delete all your comments and marks on these recordings? You cannot undo this."
          : "Delete all your comments on these recordings? You cannot undo this."}
        {isLastMarking && " You may not be able to mark this exam again with this link."}
      </legend>
      <div class="guest-actions">
        <KeyedButton onAct={() => setStep("idle")}>{step === "asking" ? "Keep them" : "Close"}</KeyedButton>
        <KeyedButton variant="danger" busy={step === "busy"} allowed={step !== "busy"} onAct={run}>
          Delete everything
        </KeyedButton>
      </div>
      {typeof step === "object" && (
        <p class="guest-error" role="alert">
          Parlance did not confirm the deletion. {failedActionText(step.failed)}
        </p>
      )}
    </fieldset>
  );
}

function Report({ app }: { app: GuestApp }) {
  const [step, setStep] = useState<Step>("idle");
  const drafts = useObservable(app.drafts);
  // Fixed, so that the field does not close while the guest empties it.
  const [hadReport] = useState(drafts.report !== "");
  const setReason = (report: string) => app.drafts.set({ ...app.drafts.get(), report });
  const send = async () => {
    setStep("busy");
    try {
      await app.api.call("report-share", { reason: drafts.report.trim() });
      setReason("");
      setStep("done");
    } catch (error) {
      setStep(failed(error));
    }
  };
  if (step === "done") return <p role="status">Thank you. This page has been reported to Parlance.</p>;
  return (
    <details class="guest-report" open={hadReport}>
      <summary>Report this page</summary>
      <label for="guest-report">Say what is wrong</label>
      <textarea
        id="guest-report"
        rows={2}
        dir="auto"
        maxLength={maxReportLength}
        value={drafts.report}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <KeyedButton busy={step === "busy"} allowed={step !== "busy"} onAct={() => void send()}>
        Send report
      </KeyedButton>
      {typeof step === "object" && (
        <p class="guest-error" role="alert">
          Parlance did not confirm the report. {failedReportText(step.failed)}
        </p>
      )}
    </details>
  );
}

export function AboutParlance() {
  return (
    <p class="guest-quiet">
      <a href="/">Parlance</a> is where people practise for interpreter exams.
    </p>
  );
}

export function PageFoot({ app, share }: { app: GuestApp; share: OpenedShare }) {
  return (
    <footer class="guest-foot">
      <p>
        {share.asker} sees your name{share.exam ? ", your comments and your marking" : " and your comments"}.{" "}
        {share.saved_comments === null
          ? "Nobody else who has this link sees them."
          : "Everyone who has this link sees them too and can change them."}{" "}
        <a href="/privacy">Privacy</a>
      </p>
      <InboxLink app={app} share={share} />
      <DeleteAll app={app} share={share} />
      <Report app={app} />
      <AboutParlance />
    </footer>
  );
}
