import { type FormEvent, useState } from "react";
import {
  countCharacters,
  maxFeedbackLength,
  maxTitleLength,
  SupportMessage,
} from "../../../../domain/support/support-message.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { countedText } from "../../ui/counted-text.ts";
import { TextAreaField, TextField } from "../../ui/fields.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toasts.ts";
import { type Session, useSession } from "../accounts/session.ts";
import { emptyDraft, readDraft, writeDraft } from "./draft.ts";
import { useSendMessage } from "./use-send-message.ts";

import "./support.css";

function CharacterCount({ count, most }: { count: number; most: number }) {
  const number = (value: number) => value.toLocaleString("en");
  return (
    <>
      {number(count)} / {number(most)}
      <span className="visually-hidden"> characters used</span>
    </>
  );
}

export function tooLongText(count: number, most: number): string {
  const over = count - most;
  if (over <= 0) return "";
  return `Please shorten this by ${countedText(over, "character")}`;
}

function useDraft(userId: string) {
  const [draft, setDraft] = useState(() => readDraft(userId));
  const change = (next: SupportMessage) => {
    setDraft(next);
    writeDraft(userId, next);
  };
  return [draft, change] as const;
}

function lengthProps(count: number, most: number, missing: string) {
  const error = count === 0 ? missing : tooLongText(count, most);
  return {
    descriptiveText: <CharacterCount count={count} most={most} />,
    hasError: error !== "",
    errorMessage: error,
    isRequired: true,
    dir: "auto",
    autoComplete: "off",
  } as const;
}

function SupportForm({ userId }: { userId: string }) {
  const [draft, setDraft] = useDraft(userId);
  const { send, busy } = useSendMessage(userId, () => setDraft(emptyDraft));
  const lengths = countCharacters(draft);
  const complete = lengths.title > 0 && lengths.feedback > 0;
  const parsed = SupportMessage.safeParse(draft);
  const [tried, setTried] = useState(false);
  const missing = (text: string) => (tried ? text : "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(!complete);
    if (!complete) showToast(messages.supportIncomplete);
    else if (parsed.success) send({ draft, message: parsed.data });
  };
  return (
    <form className="support-form" noValidate onSubmit={submit}>
      <TextField
        label="Title"
        name="title"
        value={draft.title}
        {...lengthProps(lengths.title, maxTitleLength, missing("Please enter a title"))}
        onChange={({ target }) => setDraft({ ...draft, title: target.value })}
      />
      <TextAreaField
        label="Feedback or Issue"
        name="feedback"
        rows={9}
        resize="vertical"
        value={draft.feedback}
        {...lengthProps(lengths.feedback, maxFeedbackLength, missing("Please describe your feedback or issue"))}
        onChange={({ target }) => setDraft({ ...draft, feedback: target.value })}
      />
      {/* Uses `aria-disabled`, so that Enter still shows which fields are missing. */}
      <Button type="submit" variant="ink" busy={busy} aria-disabled={!parsed.success}>
        {busy ? "Sending..." : "Send"}
      </Button>
    </form>
  );
}

function SupportIntro({ session }: { session: Session & { kind: "learner" } }) {
  return (
    <p>
      Tell us what does not work, or what would help you practise. We reply to{" "}
      <strong className="address">{session.email}</strong>.
    </p>
  );
}

export function SupportPage() {
  const session = useSession();
  return (
    <main className="page" id="main">
      <PageTitle>Support</PageTitle>
      <header className="page-head">
        <h1>Support</h1>
        {session.kind === "learner" && <SupportIntro session={session} />}
      </header>
      {session.kind === "learner" ? (
        <SupportForm key={session.userId} userId={session.userId} />
      ) : (
        <Spinner label="Loading…" />
      )}
    </main>
  );
}
