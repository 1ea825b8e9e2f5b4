/** @jsxImportSource preact */
import type { RefObject } from "preact";
import type { LanguageName } from "../../../domain/content/language.ts";
import { interpretingDirectionOf, type Segment } from "../../../domain/content/pack.ts";
import { type Place, unitFingerprint } from "../../../domain/exam/exam-marking.ts";
import { commentKinds } from "../../../domain/sharing/share-comment.ts";
import { maxCommentLength } from "../../../domain/sharing/share-limits.ts";
import { commentKindNames } from "../ui/comment-kind-names.ts";
import { momentText } from "../ui/moment.ts";
import { languageAttributes } from "../ui/writing-systems.ts";
import type { GuestApp } from "./guest-app.ts";
import { kindKeys } from "./guest-keys.ts";
import { KeyedButton } from "./keyed-button.tsx";
import type { CommentWriting } from "./use-comment-draft.ts";
import { useCommentSaving } from "./use-comment-saving.ts";
import { useVoice, VoiceComment } from "./voice-comment.tsx";

type Props = {
  app: GuestApp;
  place: Place;
  writing: CommentWriting;
  segment: Segment | undefined;
  /** The dialogue's language besides English. */
  language: LanguageName;
  field: RefObject<HTMLTextAreaElement | null>;
  savedComments: readonly string[];
};

function Kinds({ writing }: { writing: CommentWriting }) {
  return (
    <fieldset class="guest-kinds">
      <legend>Kind</legend>
      {commentKinds.map((kind) => (
        <label key={kind} class="guest-kind">
          <input
            type="radio"
            class="visually-hidden"
            name="guest-kind"
            checked={writing.kind === kind}
            onChange={() => writing.setKind(kind)}
          />
          <span>{commentKindNames[kind]}</span>
          <small class="guest-key" aria-hidden="true">
            {kindKeys[kind]}
          </small>
        </label>
      ))}
    </fieldset>
  );
}

function Moment({ writing }: { writing: CommentWriting }) {
  const at = writing.draft?.at_seconds ?? null;
  if (!writing.draft || !writing.toggleWhole) return null;
  return (
    <div class="guest-moment">
      {at !== null && (
        <>
          <KeyedButton aria-label="A tenth of a second earlier" onAct={() => writing.nudge(-1)}>
            −
          </KeyedButton>
          <output aria-label="Moment of the comment">{momentText(at)}</output>
          <KeyedButton aria-label="A tenth of a second later" onAct={() => writing.nudge(1)}>
            +
          </KeyedButton>
        </>
      )}
      <label class="guest-whole">
        <input type="checkbox" checked={at === null} onChange={writing.toggleWhole} />
        <span>Whole segment</span>
      </label>
    </div>
  );
}

type UnitsProps = Pick<Props, "writing" | "segment" | "language">;

function MissedUnits({ writing, segment, language }: UnitsProps) {
  const units = segment?.units ?? [];
  if (!segment || units.length === 0) return null;
  const chosen = writing.draft?.unit ?? null;
  return (
    <fieldset class="guest-units">
      <legend>Missed?</legend>
      {units.map((unit, at) => {
        const named = { sign: unitFingerprint(unit), kind: unit.kind, text: unit.original };
        const isChosen = chosen?.sign === named.sign;
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a unit is identified by its position.
            key={at}
            type="button"
            class="guest-chip"
            aria-pressed={isChosen}
            onClick={() => writing.setUnit(isChosen ? null : named)}
          >
            <span {...languageAttributes(interpretingDirectionOf(segment, language)?.to)}>{unit.translation}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

function SavedComments({ writing, savedComments }: Pick<Props, "writing" | "savedComments">) {
  if (savedComments.length === 0) return null;
  return (
    <fieldset class="guest-units">
      <legend>Your comments for reuse</legend>
      {savedComments.map((text) => (
        <button key={text} type="button" class="guest-chip" dir="auto" onClick={() => writing.addText(text)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

export function CommentForm({ app, place, writing, segment, language, field, savedComments }: Props) {
  const { draft } = writing;
  const text = draft?.text ?? "";
  const voice = useVoice({ app, writing, place });
  const { save, isMissing } = useCommentSaving(writing, voice, field);
  const showsMissing = isMissing && writing.canSave;
  // While there is a voice comment, the guest could think that a cancellation of the text discards the voice too.
  const canCancel = !voice.isInUse;
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores keys of an input method, in which Enter accepts a word.
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      if (canCancel) writing.cancel();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      save();
    }
  };
  return (
    <form
      class="guest-form"
      aria-label="Comment"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label for="guest-comment">
        Comment{" "}
        <small class="guest-key" aria-hidden="true">
          c
        </small>
      </label>
      <textarea
        id="guest-comment"
        ref={field}
        rows={3}
        dir="auto"
        maxLength={maxCommentLength}
        enterkeyhint="send"
        value={text}
        aria-describedby={showsMissing ? "guest-comment-missing" : "guest-comment-keys"}
        onInput={({ currentTarget }) => writing.setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {showsMissing && (
        <p id="guest-comment-missing" class="guest-error" role="alert">
          {segment?.units?.length
            ? "Write or record a comment, or choose what was missed."
            : "Write or record a comment first."}
        </p>
      )}
      <p id="guest-comment-keys" class="guest-hint">
        {writing.canSave && !voice.isUnfinished && (
          <>
            <kbd>Enter</kbd> saves.{" "}
          </>
        )}
        <kbd>Shift</kbd>+<kbd>Enter</kbd> starts a new line.
        {canCancel && (
          <>
            {" "}
            <kbd>Esc</kbd> cancels.
          </>
        )}
      </p>
      <Moment writing={writing} />
      <Kinds writing={writing} />
      <MissedUnits {...{ writing, segment, language }} />
      <SavedComments {...{ writing, savedComments }} />
      <div class="guest-actions">
        {!voice.isInUse && (
          <KeyedButton variant="ink" allowed={writing.canSave} onAct={save}>
            Save comment
          </KeyedButton>
        )}
        {draft && canCancel && <KeyedButton onAct={writing.cancel}>Cancel</KeyedButton>}
        {writing.restore && <KeyedButton onAct={writing.restore}>Restore my text</KeyedButton>}
        <VoiceComment {...{ app, voice }} canSave={writing.canSave} />
      </div>
    </form>
  );
}
