/** @jsxImportSource preact */
import type { LanguageName } from "../../../domain/content/language.ts";
import { interpretingDirectionOf, type ScoringUnit, type Segment } from "../../../domain/content/pack.ts";
import type { UnitOutcome } from "../../../domain/exam/exam-attempt.ts";
import { errorKindNames } from "../ui/error-kind-names.ts";
import { unitKindNames } from "../ui/unit-kind-names.ts";
import { languageAttributes } from "../ui/writing-systems.ts";
import { notSavedText } from "./failure-texts.ts";
import type { GuestApp } from "./guest-app.ts";
import { KeyedButton } from "./keyed-button.tsx";
import { NoteItem } from "./note-item.tsx";
import type { DialogueContent } from "./shared-content.ts";
import type { GuestMarking } from "./use-guest-marking.ts";
import { useObservable } from "./use-observable.ts";

type UnitProps = {
  unit: ScoringUnit;
  outcome: UnitOutcome | null;
  language: LanguageName | undefined;
  onTick: (outcome: UnitOutcome | null) => void;
};

const outcomes = [
  { outcome: "carried", name: "Correct" },
  { outcome: "missed", name: "Missed" },
] as const;

function Unit({ unit, outcome, language, onTick }: UnitProps) {
  return (
    <li class="guest-unit" data-outcome={outcome ?? "open"}>
      <span class="guest-unit-text">
        <span {...languageAttributes(language)}>{unit.translation}</span> <small>{unitKindNames[unit.kind].one}</small>
      </span>
      <span class="guest-unit-choice">
        {outcomes.map((each) => (
          <button
            key={each.outcome}
            type="button"
            class="guest-chip"
            data-outcome={each.outcome}
            aria-pressed={outcome === each.outcome}
            aria-label={`${each.name}: ${unit.translation}`}
            onClick={() => onTick(outcome === each.outcome ? null : each.outcome)}
          >
            {each.name}
          </button>
        ))}
      </span>
    </li>
  );
}

type Props = {
  app: GuestApp;
  marking: GuestMarking;
  content: DialogueContent;
  segment: Segment | undefined;
  language: LanguageName;
  onNext: () => void;
};

function Units({ marking, content, segment, language }: Omit<Props, "app" | "onNext">) {
  if (content === "loading") return <p class="guest-quiet guest-late">Loading the scoring units…</p>;
  if (!segment) return <p class="guest-quiet">The scoring units are not available.</p>;
  const units = segment.units ?? [];
  if (units.length === 0) return <p class="guest-quiet">This segment has no scoring units.</p>;
  const open = marking.outcomes.flatMap((outcome, at) => (outcome === null ? [at] : []));
  const to = interpretingDirectionOf(segment, language)?.to;
  return (
    <>
      <ol class="guest-unit-list">
        {units.map((unit, at) => (
          <Unit
            // biome-ignore lint/suspicious/noArrayIndexKey: a unit is identified by its position.
            key={at}
            unit={unit}
            outcome={marking.outcomes[at] ?? null}
            language={to}
            onTick={(outcome) => marking.tick(at, outcome)}
          />
        ))}
      </ol>
      <KeyedButton
        allowed={open.length > 0}
        onAct={() => {
          for (const at of open) marking.tick(at, "carried");
        }}
      >
        {open.length === units.length ? "All correct" : "All others correct"}
      </KeyedButton>
    </>
  );
}

const fullText = "There is no room for more marks, so not all of your last marks were saved.";

function Saving({ app }: { app: GuestApp }) {
  const { changes, pending, trouble, isFull } = useObservable(app.marking.state);
  const { remarks } = useObservable(app.drafts);
  const session = useObservable(app.session.state);
  const closed = session.kind === "open" ? session.closed : null;
  const error = trouble ? notSavedText(closed ?? trouble, "marks") : isFull && fullText;
  // A remark is saved only when the guest leaves its field or presses Enter.
  const hasTypedRemark = Object.keys(remarks).length > 0;
  const saved = changes.length > 0 && !hasTypedRemark && "Your marks are saved.";
  return (
    <p class={error ? "guest-error" : "guest-quiet"} role="status">
      {error || (pending.length > 0 ? "Saving the marks…" : saved)}
    </p>
  );
}

export function MarkingPanel({ app, marking, content, segment, language, onNext }: Props) {
  return (
    <section class="guest-marking" aria-label="Marking">
      <h3>Scoring units</h3>
      <Units {...{ marking, content, segment, language }} />
      <h3>Note an error</h3>
      <div class="guest-errors">
        {marking.exam.errors.value.map((kind) => (
          <KeyedButton key={kind} onAct={() => marking.note(kind)}>
            {errorKindNames[kind]}
          </KeyedButton>
        ))}
      </div>
      {marking.notes.length > 0 && (
        <ol class="guest-notes" aria-label="Errors">
          {marking.notes.map((note) => (
            <NoteItem key={note.id} {...{ app, note, marking }} />
          ))}
        </ol>
      )}
      <div class="guest-actions">
        {marking.isMarked ? (
          <KeyedButton onAct={() => marking.setMarked(false)}>Reopen this segment</KeyedButton>
        ) : (
          <KeyedButton
            variant="ink"
            onAct={() => {
              marking.setMarked(true);
              onNext();
            }}
          >
            Finish segment
          </KeyedButton>
        )}
      </div>
      <Saving app={app} />
    </section>
  );
}
