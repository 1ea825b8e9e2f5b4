/** @jsxImportSource preact */
import { useEffect, useRef } from "preact/hooks";
import { CopyButton } from "./copy-text.tsx";
import { closedText } from "./failure-texts.ts";
import type { GuestApp } from "./guest-app.ts";
import { KeyedButton } from "./keyed-button.tsx";
import { AboutParlance } from "./page-foot.tsx";
import { type FailureCode, isTemporary } from "./shared-api.ts";
import { unsavedText } from "./unsaved-text.ts";
import { useObservable } from "./use-observable.ts";

export function UnsavedText({ app }: { app: GuestApp }) {
  const drafts = useObservable(app.drafts);
  const waiting = useObservable(app.comments.waiting);
  const { pending } = useObservable(app.marking.state);
  const text = unsavedText({ drafts, waiting: waiting.map(({ comment }) => comment), pending });
  if (text === "") return null;
  return (
    <section class="guest-unsaved" aria-labelledby="guest-unsaved">
      <h2 id="guest-unsaved">Possibly not saved</h2>
      <div class="guest-copy">
        <CopyButton key={text} text={text} />
        <pre>{text}</pre>
      </div>
    </section>
  );
}

export function ClosedPage({ app, code }: { app: GuestApp; code: FailureCode }) {
  const { title, text } = closedText(code);
  return (
    <main class="guest-start">
      <h1>{title}</h1>
      <p>{text}</p>
      {isTemporary(code) && (
        <KeyedButton variant="ink" onAct={() => void app.session.open()}>
          Try again
        </KeyedButton>
      )}
      <UnsavedText app={app} />
      <AboutParlance />
    </main>
  );
}

export function ClosedNotice({ app, code }: { app: GuestApp; code: FailureCode }) {
  const { title, text } = closedText(code);
  const notice = useRef<HTMLDivElement>(null);
  // Scrolls to the notice, because on a phone the guest may be far below it.
  useEffect(() => notice.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={notice} class="guest-closed" role="alert">
      <p>
        <strong>{title}.</strong> {text}
      </p>
      <UnsavedText app={app} />
    </div>
  );
}
