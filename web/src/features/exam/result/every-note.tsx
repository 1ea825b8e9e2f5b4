import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import type { Note } from "../../../../../domain/exam/exam-marking.ts";
import { titleLanguage } from "../../../ui/title-language.ts";
import { deductionText, errorNames, momentText } from "./marking-words.ts";

type Props = { attempt: Pick<ExamAttemptFacts, "dialogues">; notes: readonly Note[] };

/** Every error that was noted, in the order in which it was heard. */
export function EveryNote({ attempt, notes }: Props) {
  if (notes.length === 0) return null;
  return (
    <section className="result-part" aria-labelledby="result-notes">
      <h2 id="result-notes">Every note</h2>
      <div className="result-tables">
        {attempt.dialogues.map(({ title, language, scenario_id: id }, dialogue) => {
          const ofDialogue = notes.filter((note) => note.dialogue === dialogue);
          if (ofDialogue.length === 0) return null;
          return (
            <table key={`${language} ${id}`} className="result-table result-notes">
              <caption {...titleLanguage(title, language)}>
                {dialogue + 1}. {title}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Segment</th>
                  <th scope="col">At</th>
                  <th scope="col">Error</th>
                  <th scope="col">Marks</th>
                </tr>
              </thead>
              <tbody>
                {ofDialogue.map((note) => (
                  <tr key={note.id}>
                    <td>{note.segment + 1}</td>
                    <td>{momentText(note.at_seconds)}</td>
                    <td>
                      {errorNames[note.kind]} <bdi className="result-remark">{note.remark}</bdi>
                    </td>
                    <td>{deductionText(note.deduction)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        })}
      </div>
    </section>
  );
}
