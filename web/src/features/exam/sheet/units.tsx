import type { ReactNode } from "react";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import { interpretingDirectionOf } from "../../../../../domain/content/pack.ts";
import { proposedLoss } from "../../../../../domain/exam/exam-proposals.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { marksText } from "../../../ui/marks-text.ts";
import { unitKindNames } from "../../../ui/unit-kind-names.ts";
import { languageAttributes } from "../../../ui/writing-systems.ts";
import { rangeText, tariffText } from "../result/marking-text.ts";
import { KeyedButton, unitShortcut } from "./sheet-keys.tsx";
import type { SheetSegment, SheetUnit } from "./sheet-view.ts";

const outcomeNames = { carried: "Correct", missed: "Missed", open: "Not marked" } as const;

type UnitProps = {
  unit: SheetUnit;
  at: number;
  /** The language of the reference. */
  language: LanguageName | undefined;
  onTick: () => void;
};

function UnitLine({ unit, at, language, onTick }: UnitProps) {
  const outcome = unit.outcome ?? "open";
  return (
    <li className="sheet-unit" data-outcome={outcome}>
      <KeyedButton variant="quiet" shortcut={unitShortcut(at)} onAct={onTick}>
        <span className="sheet-unit-outcome">{outcomeNames[outcome]}</span>
        <span className="visually-hidden">: </span>
        <span className="sheet-unit-text">
          <span {...languageAttributes(language)}>{unit.translation}</span>{" "}
          <small>{unitKindNames[unit.kind].one}</small>
        </span>
      </KeyedButton>
    </li>
  );
}

type ListProps = {
  segment: SheetSegment;
  /** The dialogue's language besides English. */
  language: LanguageName;
  isLoading: boolean;
  onTick: (unit: number) => void;
  onRestCarried: () => void;
};

function UnitHead({ children }: { children?: ReactNode }) {
  return (
    <div className="sheet-judging-head">
      <h3>Scoring units</h3>
      {children}
    </div>
  );
}

export function UnitList({ segment, language, isLoading, onTick, onRestCarried }: ListProps) {
  const { units, text } = segment;
  if (isLoading || !text || units.length === 0) {
    return (
      <>
        <UnitHead />
        <p className="sheet-quiet">
          {isLoading
            ? "Loading the dialogue…"
            : text
              ? "This segment has no scoring units."
              : "The scoring units are not available."}
        </p>
      </>
    );
  }
  const open = units.filter(({ outcome }) => outcome === null).length;
  return (
    <>
      <UnitHead>
        <KeyedButton shortcut="rest-carried" allowed={open > 0} onAct={onRestCarried}>
          {open === units.length ? "All correct" : "All others correct"}
        </KeyedButton>
      </UnitHead>
      <ol className="sheet-units">
        {units.map((unit, at) => (
          <UnitLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a unit is identified by its position.
            key={at}
            unit={unit}
            at={at}
            language={interpretingDirectionOf(text, language)?.to}
            onTick={() => onTick(at)}
          />
        ))}
      </ol>
    </>
  );
}

type ProposalProps = { exam: Exam; units: readonly SheetUnit[]; lost: number };

export function UnitProposal({ exam, units, lost }: ProposalProps) {
  const missed = units.filter(({ outcome }) => outcome === "missed").map(({ kind }) => kind);
  if (missed.length === 0) return null;
  return (
    <details className="sheet-proposal">
      <summary>
        {missed.length} missed. Suggested deduction: {rangeText(proposedLoss(exam, missed))}
        {lost > 0 && `; noted so far: ${marksText(lost)}`}
      </summary>
      <p>The suggested marks for each missed unit are: {tariffText(exam)}. To deduct marks, note an error.</p>
    </details>
  );
}
