import type { RefObject } from "react";
import { type LanguageName, languageLabel } from "../../../../../domain/content/language.ts";
import { interpretingDirectionOf, type Segment } from "../../../../../domain/content/pack.ts";
import { topicOf } from "../../../../../domain/content/scenario.ts";
import { currentSegment, type Practice } from "../../../../../domain/practice/practice.ts";
import { KeepOffline } from "../../content/keep-offline.tsx";
import { useListedScenario, voiceLabel } from "../../content/voice-text.ts";
import type { OpenedScenario } from "../../scenario/opened-scenario.ts";
import { type NotesPadState, notesPadId, notesToggleId } from "../notes/use-notes-pad.ts";
import type { Studio } from "../studio/studio.ts";
import { ActionButton } from "./action-button.tsx";
import { ContinueOffer } from "./continue-offer.tsx";
import { MoreTools } from "./more-tools.tsx";
import type { Panel } from "./panel.ts";

type SpeakerProps = { userId: string; scenarioId: string; segment: Segment; language: LanguageName };

export function Speaker({ userId, scenarioId, segment, language }: SpeakerProps) {
  const voice = voiceLabel(useListedScenario(userId, language, scenarioId));
  const direction = interpretingDirectionOf(segment, language);
  return (
    <p className="practice-speaker">
      <bdi>{segment.name}</bdi>
      {direction && (
        <>
          {" · "}
          {languageLabel(direction.from)} <span aria-hidden="true">→</span>
          <span className="visually-hidden">to</span> {languageLabel(direction.to)}
        </>
      )}
      {voice && <span className="practice-voice"> · {voice}</span>}
    </p>
  );
}

function Keeping({ userId, scenarioId, scenario }: { userId: string; scenarioId: string; scenario: OpenedScenario }) {
  const { title, language, segments } = scenario;
  const listed = { id: scenarioId, scenario: title };
  return <KeepOffline {...{ userId, segments }} dialogue={{ language, topicId: topicOf(scenarioId), listed }} />;
}

type Props = {
  studio: Studio;
  userId: string;
  scenarioId: string;
  scenario: OpenedScenario;
  practice: Practice;
  notes: NotesPadState;
  jumps: RefObject<HTMLDivElement | null>;
  onBack: () => void;
  onOpen: (panel: Panel) => void;
};

export function PracticeHead({ studio, userId, scenarioId, scenario, practice, notes, jumps, onBack, onOpen }: Props) {
  const { index } = practice;
  const segment = scenario.segments[index];
  return (
    <header className="practice-head">
      <div className="practice-ways">
        <ActionButton variant="quiet" shortcut="topics" onAct={onBack}>
          <span aria-hidden="true">←</span> Back to Topics
        </ActionButton>
        <div className="practice-extras">
          <ActionButton
            id={notesToggleId}
            variant="quiet"
            shortcut="notes"
            aria-expanded={notes.isOpen}
            aria-controls={notesPadId}
            onAct={notes.toggle}
          >
            Notes
          </ActionButton>
          <MoreTools
            {...{ studio, practice, scenarioId, onOpen }}
            keeping={<Keeping {...{ userId, scenarioId, scenario }} />}
          />
        </div>
      </div>
      <h1>{scenario.title}</h1>
      <p className="practice-counters">
        <span>
          Segment {index + 1}/{scenario.segments.length}
        </span>
        <span>Attempts: {currentSegment(practice).attempts}</span>
      </p>
      <ContinueOffer {...{ studio, practice, jumps }} />
      {segment && <Speaker {...{ userId, scenarioId, segment }} language={scenario.language} />}
    </header>
  );
}
