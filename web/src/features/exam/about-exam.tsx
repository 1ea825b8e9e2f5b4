import type { Contradiction, Exam } from "../../../../domain/exam/exams.ts";
import { equipmentAnchor } from "../../../../domain/http/pages.ts";

const countText = (count: number, one: string) => (count === 1 ? `One ${one}` : `${count} ${one}s`);

export function ExamSteps({ exam }: { exam: Exam }) {
  const { each } = exam.marks.value;
  const { count } = exam.dialogues.value;
  return (
    <section aria-labelledby="how-it-goes">
      <h2 id="how-it-goes">How it works</h2>
      <ol className="about-exam-steps">
        <li>
          <h3>Prepare</h3>
          <p>
            Check your microphone and choose headphones or speakers.
            {exam.paper.value && " Have paper and a pen ready."}
          </p>
        </li>
        <li>
          <h3>Interpret</h3>
          <p>
            You hear each segment{exam.chime.value && ", then a chime"}. Then the recording starts. Start speaking
            within about {exam.beginWithin.value} seconds. {countText(exam.freeRepeats.value, "repeat")} in each
            dialogue is free; more repeats can cost marks. You cannot pause within a dialogue or go back.
          </p>
        </li>
        <li>
          <h3>Mark</h3>
          <p>
            Listen to each recording and compare it with the reference. Note each error and the marks that it costs.
          </p>
        </li>
        <li>
          <h3>See where you lost marks</h3>
          <p>
            To pass, you need at least {exam.pass.value.total} of {each * count} marks in total, and{" "}
            {exam.pass.value.each} of {each} in each dialogue. Practise the segments that cost the most marks.
          </p>
        </li>
      </ol>
    </section>
  );
}

export function StorageNotice() {
  return (
    <section aria-labelledby="what-is-kept">
      <h2 id="what-is-kept">Your recordings and data</h2>
      <p>
        Parlance stores your recordings in this browser. If you ask for feedback, copies of your recordings are
        uploaded. They are deleted when the link ends or expires. If you delete the exam or log out, the recordings in
        this browser are deleted. The times of the segments and your markings are stored in your account.
      </p>
    </section>
  );
}

const ruleNames = {
  dialogues: "Dialogues",
  words: "Length of the dialogues",
  segmentWords: "Longest segment",
  chime: "Chime",
  beginWithin: "Time to start speaking",
  freeRepeats: "Repeats",
  recordedSeconds: "Total time",
  marks: "Marks",
  pass: "Pass mark",
  errors: "Kinds of errors",
  paper: "Paper",
  equipment: "Headset and speakers",
} as const satisfies Partial<Record<keyof Exam, string>>;

const ruleKeys = Object.keys(ruleNames) as readonly (keyof typeof ruleNames)[];

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

function Statement({ statement }: { statement: Contradiction }) {
  return (
    <>
      {statement.text}{" "}
      {"source" in statement ? (
        <>
          (<a href={statement.source}>{new URL(statement.source).hostname}</a>, read on{" "}
          {dayFormat.format(new Date(statement.checkedOn))})
        </>
      ) : (
        `(${monthFormat.format(new Date(statement.saidOn))})`
      )}
    </>
  );
}

export function EquipmentRule({ exam }: { exam: Exam }) {
  const { value, source, checkedOn, contradictions } = exam.equipment;
  return (
    <section id={equipmentAnchor} aria-labelledby="equipment-title">
      <h2 id="equipment-title">Headset or speakers</h2>
      <p>Check the rules in your exam invitation. Public pages say:</p>
      <ul>
        <li>
          <Statement statement={{ text: value.text, source, checkedOn }} />
        </li>
        {contradictions.map((statement) => (
          <li key={statement.text}>
            <Statement statement={statement} />
          </li>
        ))}
      </ul>
      {contradictions.length > 0 && <p>These statements contradict each other.</p>}
    </section>
  );
}

export function RuleSources({ exam }: { exam: Exam }) {
  return (
    <section aria-labelledby="its-rules">
      <h2 id="its-rules">Sources of the rules</h2>
      <p>
        The rules of the mock exam come from public pages about {exam.name}. Parlance suggests marks by its own rules,
        and the marker decides. A mock exam does not predict your exam result.
      </p>
      <details className="rule-sources">
        <summary>Source of each rule</summary>
        <dl>
          {ruleKeys.map((name) => {
            const { source, checkedOn } = exam[name];
            return (
              <div key={name}>
                <dt>{ruleNames[name]}</dt>
                <dd>
                  <a href={source}>{new URL(source).hostname}</a>, read on {dayFormat.format(new Date(checkedOn))}
                </dd>
              </div>
            );
          })}
        </dl>
      </details>
    </section>
  );
}
