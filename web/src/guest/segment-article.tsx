/** @jsxImportSource preact */
import { useRef } from "preact/hooks";
import { isSamePlace, notesOf, type Place } from "../../../domain/exam/exam-marking.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentList } from "./comment-list.tsx";
import { placeKey } from "./drafts.ts";
import type { GuestApp } from "./guest-app.ts";
import { KeyedButton } from "./keyed-button.tsx";
import { LazyMarking } from "./lazy-marking.tsx";
import { Listening, type Mark } from "./listening.tsx";
import { placeBeside } from "./places.ts";
import { Scripts } from "./scripts.tsx";
import { isShareClosed } from "./share-session.ts";
import { recordingAt } from "./shared-sounds.ts";
import { useCommentDraft } from "./use-comment-draft.ts";
import { useGuestKeys } from "./use-guest-keys.ts";
import { useObservable } from "./use-observable.ts";

type Props = {
  app: GuestApp;
  share: OpenedShare;
  places: readonly Place[];
  place: Place;
  /** May call `then` later, when the guest has given a name. */
  needName: (then: () => void) => void;
};

type HeadProps = { onStep: (by: 1 | -1) => void } & Pick<Props, "places" | "place">;

function SegmentHead({ places, place, onStep }: HeadProps) {
  return (
    <header class="guest-segment-head">
      <h2>Segment {place.segment + 1}</h2>
      <div class="guest-actions">
        <KeyedButton shortcut="p" allowed={placeBeside(places, place, -1) !== undefined} onAct={() => onStep(-1)}>
          Previous
        </KeyedButton>
        <KeyedButton shortcut="n" allowed={placeBeside(places, place, 1) !== undefined} onAct={() => onStep(1)}>
          Next
        </KeyedButton>
      </div>
    </header>
  );
}

function useMarks({ app, share, place }: Pick<Props, "app" | "share" | "place">): Mark[] {
  const { isMarking } = useObservable(app.drafts);
  const { changes } = useObservable(app.marking.state);
  const comments = (share.guest?.comments ?? []).filter((comment) => isSamePlace(comment, place));
  const notes = isMarking ? notesOf(changes).filter((note) => isSamePlace(note, place)) : [];
  return [
    ...comments.flatMap(({ comment_id: id, at_seconds: at }) => (at === null ? [] : [{ id, at, isError: false }])),
    ...notes.map(({ id, at_seconds: at }) => ({ id, at, isError: true })),
  ];
}

function useSegment({ app, share, place }: Pick<Props, "app" | "share" | "place">) {
  const content = useObservable(app.content.dialogues)[place.dialogue] ?? "loading";
  const segment = typeof content === "string" ? undefined : content[place.segment];
  return { content, segment, language: share.dialogues[place.dialogue]?.language ?? "english" };
}

export function SegmentArticle({ app, share, places, place, needName }: Props) {
  const { isMarking } = useObservable(app.drafts);
  const isClosed = isShareClosed(useObservable(app.session.state));
  const { content, segment, language } = useSegment({ app, share, place });
  const marks = useMarks({ app, share, place });
  const field = useRef<HTMLTextAreaElement>(null);
  const saveNamed = (save: () => void) =>
    needName(() => {
      save();
      field.current?.focus();
    });
  const end = recordingAt(share, place)?.seconds ?? null;
  const writing = useCommentDraft({ app, place, end, onNameMissing: saveNamed });
  useGuestKeys({ app, places, place, writing, commentField: field });
  const step = (by: 1 | -1) => {
    const next = placeBeside(places, place, by);
    if (next) app.goTo(next);
  };
  const setMarking = (next: boolean) => app.drafts.set({ ...app.drafts.get(), isMarking: next });
  return (
    <article class="guest-segment" aria-label={`Segment ${place.segment + 1}`}>
      <SegmentHead {...{ places, place }} onStep={step} />
      <div class="guest-left">
        <Listening {...{ app, share, place, marks }} />
        <Scripts {...{ app, content, segment, language }} />
      </div>
      <div class="guest-right">
        {share.exam && (
          <KeyedButton aria-expanded={isMarking} onAct={() => needName(() => setMarking(!isMarking))}>
            {isMarking ? "Hide the marking" : isClosed ? "Show the marking" : "Mark the whole exam"}
          </KeyedButton>
        )}
        {share.exam && isMarking && (
          <LazyMarking
            {...{ app, share, place, content, segment, language }}
            attempt={share.exam}
            onNext={() => step(1)}
          />
        )}
        <CommentForm
          key={placeKey(place)}
          {...{ app, place, writing, segment, language, field }}
          savedComments={share.saved_comments ?? []}
        />
        <CommentList
          {...{ app, share, place, segment }}
          onEdit={(comment) => {
            writing.edit(comment);
            field.current?.focus();
          }}
        />
      </div>
    </article>
  );
}
