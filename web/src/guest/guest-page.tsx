/** @jsxImportSource preact */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { markedSegments, type Place } from "../../../domain/exam/exam-marking.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { ClosedNotice, ClosedPage } from "./closed-page.tsx";
import type { GuestApp } from "./guest-app.ts";
import { PageFoot } from "./page-foot.tsx";
import { listPlaces } from "./places.ts";
import { SegmentArticle } from "./segment-article.tsx";
import { SegmentNav } from "./segment-nav.tsx";
import { ShareHead } from "./share-head.tsx";
import { useObservable } from "./use-observable.ts";

/** A voice comment is only in memory until it is sent. */
function useUnsavedVoiceWarning(app: GuestApp): void {
  const hasRecorded = useObservable(app.voices).size > 0;
  const isSending = useObservable(app.comments.waiting).some(({ comment }) => comment.voice !== null);
  const isNeeded = hasRecorded || isSending;
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}

function useName(app: GuestApp) {
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const afterwards = useRef<(() => void) | undefined>(undefined);
  const need = (then: () => void) => {
    if (app.name.get().trim() !== "") return then();
    afterwards.current = then;
    setMissing(true);
    field.current?.focus();
  };
  const onDone = () => {
    if (app.name.get().trim() === "") return;
    setMissing(false);
    const then = afterwards.current;
    afterwards.current = undefined;
    then?.();
  };
  return { field, isMissing, need, onDone };
}

type OpenProps = { app: GuestApp; share: OpenedShare; place: Place };

function OpenPage({ app, share, place }: OpenProps) {
  const places = useMemo(() => listPlaces(share), [share]);
  const { isMarking } = useObservable(app.drafts);
  const { changes } = useObservable(app.marking.state);
  const name = useName(app);
  useUnsavedVoiceWarning(app);
  return (
    <>
      <ShareHead {...{ app, share }} nameField={name.field} isNameMissing={name.isMissing} onNameDone={name.onDone} />
      <SegmentNav {...{ app, share, places, place }} marked={isMarking ? markedSegments(changes) : null} />
      <SegmentArticle {...{ app, share, places, place }} needName={name.need} />
      <PageFoot app={app} share={share} />
    </>
  );
}

export function GuestPage({ app }: { app: GuestApp }) {
  const state = useObservable(app.session.state);
  const place = useObservable(app.place);
  if (state.kind === "failed") return <ClosedPage app={app} code={state.code} />;
  if (state.kind === "opening" || !place) {
    return (
      <main class="guest-start">
        <h1>Feedback</h1>
        <p role="status">Opening the recordings…</p>
      </main>
    );
  }
  return (
    <main class="guest-page">
      {state.closed && <ClosedNotice app={app} code={state.closed} />}
      <OpenPage app={app} share={state.share} place={place} />
    </main>
  );
}
