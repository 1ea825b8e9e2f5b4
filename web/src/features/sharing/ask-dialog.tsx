import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Share } from "../../../../domain/sharing/share.ts";
import { defaultShareDays, maxPersonNameLength, maxQuestionLength } from "../../../../domain/sharing/share-limits.ts";
import { PersonName, SharedText } from "../../../../domain/sharing/shared-text.ts";
import { ApiError } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { countedText } from "../../ui/counted-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TextAreaField, TextField } from "../../ui/fields.ts";
import { nameOf, useAccount } from "../accounts/account.ts";
import type { Session } from "../accounts/session.ts";
import { useSession } from "../accounts/session.ts";
import { recordingCountText, recordingLengthText } from "../recording/recording-labels.ts";
import { createShare, type ShareChoices, type ShareFailure, SharePreparationError } from "./create-share.ts";
import { LinkView } from "./link-view.tsx";
import type { ShareSource } from "./share-source.ts";
import { refetchShares, useShares } from "./shares.ts";
import "./sharing.css";

const dayChoices = [1, 3, 7, defaultShareDays, 30] as const;

const failureTexts: Readonly<Record<ShareFailure, string>> = {
  missing: "A recording is missing or cannot be read. Close this window and ask for feedback again.",
  encoding: "This browser could not prepare the recordings. Check your connection and try again.",
  storage:
    "This browser could not store the recordings for the upload. Delete some recordings in your profile and try again.",
  "storage-unrevoked":
    "This browser could not store the recordings for the upload. In your profile, delete some recordings. If there is a new link under “Feedback links”, end it. Then try again.",
};

/** The marking sheet reads the list of the exam's recordings only once. */
const missingInExamText = "A recording is missing or cannot be read. Reload the page and ask for feedback again.";

function failureText(error: unknown, { subject }: ShareSource): string {
  if (error instanceof SharePreparationError) {
    return error.code === "missing" && subject === "exam" ? missingInExamText : failureTexts[error.code];
  }
  return error instanceof ApiError ? error.message : "The link could not be created. Please try again.";
}

type Learner = Session & { kind: "learner" };

type FactsProps = { source: ShareSource; hasQuestion: boolean; isMarksShown: boolean };

function SharedFacts({ source, hasQuestion, isMarksShown }: FactsProps) {
  const seconds = source.recordings.reduce((sum, recording) => sum + recording.seconds, 0);
  const recorded = source.dialogues.filter((_, at) => source.recordings.some(({ dialogue }) => dialogue === at));
  const titles = recorded.map(({ title }) => `“${title}”`).join(" and ");
  return (
    <section className="share-facts" aria-labelledby="share-facts-title">
      <h3 id="share-facts-title">What the other person gets</h3>
      <ul>
        <li>
          {recordingCountText(source.recordings.length)} of {titles} ({recordingLengthText(seconds)})
        </li>
        <li>The audio and the scripts of {source.dialogues.length === 1 ? "this dialogue" : "these dialogues"}</li>
        <li>{hasQuestion ? "Your name and your question" : "Your name"}</li>
        {source.subject === "exam" && <li>The facts of the exam, such as its times, repeats and interruptions</li>}
        {isMarksShown && <li>Your marks, after the other person has finished marking</li>}
      </ul>
      <p>Copies of your recordings are uploaded to Parlance. The copies are deleted after the link ends or expires.</p>
    </section>
  );
}

function findNameProblem(asker: string): string {
  if (PersonName.safeParse(asker).success) return "";
  const { length } = asker.normalize("NFC").trim();
  if (length === 0) return "Enter the name that the other person sees.";
  return length > maxPersonNameLength
    ? `This name is too long. Use at most ${maxPersonNameLength} characters.`
    : "This name contains a character that cannot be used. Type the name again.";
}

function useChoices(learner: Learner) {
  const { data: account } = useAccount();
  const [name, setName] = useState<string | null>(null);
  const [question, setQuestion] = useState("");
  const [days, setDays] = useState<number>(defaultShareDays);
  const [showsMarks, setShowsMarks] = useState(false);
  const [teachers, setTeachers] = useState<ReadonlySet<string>>(new Set());
  const asker = name ?? (account ? nameOf(learner, account) : "");
  const parsed = { asker: PersonName.safeParse(asker), question: SharedText(maxQuestionLength).safeParse(question) };
  const choices: ShareChoices | null =
    parsed.asker.success && parsed.question.success
      ? { asker: parsed.asker.data, question: parsed.question.data, days, showsMarks, teachers: [...teachers] }
      : null;
  return {
    ...{ asker, setName, question, setQuestion, days, setDays, showsMarks, setShowsMarks, teachers, setTeachers },
    choices,
    nameProblem: findNameProblem(asker),
    questionProblem: parsed.question.success
      ? ""
      : "This question contains a character that cannot be used. Type the question again.",
  };
}

type FormProps = { userId: string; source: ShareSource; form: ReturnType<typeof useChoices>; wasSent: boolean };

function TeacherChoices({ userId, form }: Pick<FormProps, "userId" | "form">) {
  const teachers = useShares(userId).data?.teachers ?? [];
  if (teachers.length === 0) return null;
  return (
    <fieldset className="share-teachers">
      <legend>Also send the recordings to the inbox of</legend>
      {teachers.map(({ teacher_id: id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={form.teachers.has(id)}
            onChange={({ target }) => {
              const next = new Set(form.teachers);
              if (target.checked) next.add(id);
              else next.delete(id);
              form.setTeachers(next);
            }}
          />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

function ShareForm({ userId, source, form, wasSent }: FormProps) {
  const daysId = useId();
  return (
    <>
      <SharedFacts source={source} hasQuestion={form.question.trim() !== ""} isMarksShown={form.showsMarks} />
      <TextField
        label="Your name, as the other person sees it"
        value={form.asker}
        maxLength={maxPersonNameLength}
        autoComplete="name"
        dir="auto"
        hasError={wasSent && form.nameProblem !== ""}
        errorMessage={form.nameProblem}
        onChange={({ target }) => form.setName(target.value)}
      />
      <TextAreaField
        label="Your question (optional)"
        value={form.question}
        maxLength={maxQuestionLength}
        rows={3}
        dir="auto"
        hasError={wasSent && form.questionProblem !== ""}
        errorMessage={form.questionProblem}
        onChange={({ target }) => form.setQuestion(target.value)}
      />
      <div className="choice-field">
        <label htmlFor={daysId}>The link works for</label>
        <select id={daysId} value={form.days} onChange={({ target }) => form.setDays(Number(target.value))}>
          {dayChoices.map((days) => (
            <option key={days} value={days}>
              {countedText(days, "day")}
            </option>
          ))}
        </select>
      </div>
      {source.subject === "exam" && source.hasMarks && (
        <label className="share-marks">
          <input
            type="checkbox"
            checked={form.showsMarks}
            onChange={({ target }) => form.setShowsMarks(target.checked)}
          />
          Show my marks to a person who has finished marking
        </label>
      )}
      <TeacherChoices userId={userId} form={form} />
    </>
  );
}

type Step = { kind: "form" } | { kind: "preparing"; done: number } | { kind: "created"; share: Share; url: string };

function PreparationStatus({ done }: { done: number }) {
  const id = useId();
  return (
    <p className="share-upload" role="status">
      <label htmlFor={id}>Preparing your recordings on this device…</label>
      <progress id={id} max={1} value={done} />
    </p>
  );
}

type Props = { source: ShareSource; onClose: () => void };

function LearnerDialog({ learner, source, onClose }: Props & { learner: Learner }) {
  const { userId } = learner;
  const queries = useQueryClient();
  const form = useChoices(learner);
  const formId = useId();
  const [step, setStep] = useState<Step>({ kind: "form" });
  const [wasSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useShares(userId);
  const preparation = useRef<AbortController | null>(null);
  useEffect(() => () => preparation.current?.abort(), []);
  const create = async () => {
    setSent(true);
    if (!form.choices || step.kind !== "form") return;
    setProblem(null);
    setStep({ kind: "preparing", done: 0 });
    try {
      const controller = new AbortController();
      preparation.current = controller;
      const created = await createShare(userId, source, form.choices, {
        onProgress: (done) => setStep({ kind: "preparing", done }),
        signal: controller.signal,
      });
      setStep({ kind: "created", ...created });
    } catch (error) {
      setStep({ kind: "form" });
      setProblem(failureText(error, source));
    } finally {
      // The server publishes no event when it creates a link.
      void refetchShares(queries, userId);
    }
  };
  if (step.kind === "created") {
    return (
      <Dialog title="Your link is ready" onDismiss={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <p>Send the link to a person who knows the language.</p>
        <LinkView url={step.url} share={step.share} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Ask for feedback"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="ink" type="submit" form={formId} busy={step.kind === "preparing"}>
            Create link
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="share-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void create();
        }}
      >
        <ShareForm {...{ userId, source, form, wasSent }} />
        {step.kind === "preparing" && <PreparationStatus done={step.done} />}
        {problem !== null && (
          <p className="dialog-problem" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}

export function AskDialog(props: Props) {
  const session = useSession();
  return session.kind === "learner" ? <LearnerDialog {...props} learner={session} /> : null;
}
