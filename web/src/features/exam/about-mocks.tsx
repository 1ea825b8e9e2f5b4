import type { Contradiction, Exam } from "../../../../domain/exam/exams.ts";
import { equipmentAnchor } from "../../../../domain/http/pages.ts";

const times = (count: number, one: string) => (count === 1 ? `One ${one}` : `${count} ${one}s`);

/** How a mock goes, step by step. */
export function HowItGoes({ exam }: { exam: Exam }) {
  const { each } = exam.marks.value;
  const { count } = exam.dialogues.value;
  return (
    <section aria-labelledby="how-it-goes">
      <h2 id="how-it-goes">How it goes</h2>
      <ol className="mock-steps">
        <li>
          <h3>Prepare</h3>
          <p>
            Your microphone is checked and the dialogues are fetched whole; from then on the network may go. You choose
            headphones or speakers{exam.paper.value && ", and have paper and a pen ready"}.
          </p>
        </li>
        <li>
          <h3>Interpret</h3>
          <p>
            You read who speaks, where and about what. Each segment is heard once{exam.chime.value && ", then a chime"},
            and recording begins by itself: begin within about {exam.beginWithin.value} seconds.{" "}
            {times(exam.freeRepeats.value, "repeat")} in each dialogue is free, and each further one costs. There is no
            pause within a dialogue, no going back, no script and no slower speed.
          </p>
        </li>
        <li>
          <h3>Mark</h3>
          <p>
            You, or somebody beside you, hear each segment again with the reference and both scripts, and note what went
            wrong and what it costs.
          </p>
        </li>
        <li>
          <h3>See where the marks went</h3>
          <p>
            {each} for each dialogue, {each * count} in all. A pass takes {exam.pass.value.total}, and at least{" "}
            {exam.pass.value.each} in each. The segments that cost most are one click away in practice.
          </p>
        </li>
      </ol>
    </section>
  );
}

/** What becomes of a mock, and what it cannot be. */
export function WhatIsKept() {
  return (
    <section aria-labelledby="what-is-kept">
      <h2 id="what-is-kept">What is kept</h2>
      <p>
        What you say stays in this browser and is sent to nobody. It is kept until you delete the mock or log out, and
        you are asked first. When each segment was heard, and your markings, are kept with your account, so that other
        devices show them.
      </p>
    </section>
  );
}

/** The rules as this page may call them; what is not named here is told by the page that it was read on. */
const ruleNames = {
  dialogues: "The dialogues",
  words: "Their length",
  segmentWords: "The longest segment",
  chime: "The chime",
  beginWithin: "When to begin",
  freeRepeats: "Repeats",
  recordedSeconds: "The time in all",
  marks: "The marks",
  pass: "A pass",
  errors: "What marks go for",
  paper: "Paper",
  equipment: "Headset and speakers",
} as const satisfies Partial<Record<keyof Exam, string>>;

const names = Object.keys(ruleNames) as readonly (keyof typeof ruleNames)[];

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** One page's statement on the exam's equipment, with its source and date. */
function Statement({ said }: { said: Contradiction }) {
  return (
    <>
      {said.text}{" "}
      {"source" in said ? (
        <>
          (<a href={said.source}>{new URL(said.source).hostname}</a>, read on {day.format(new Date(said.checkedOn))})
        </>
      ) : (
        `(${month.format(new Date(said.saidOn))})`
      )}
    </>
  );
}

/** Which headset or speakers the exam allows, by pages that contradict each other. */
export function EquipmentRule({ exam }: { exam: Exam }) {
  const { value, source, checkedOn, contradictions } = exam.equipment;
  return (
    <section id={equipmentAnchor} aria-labelledby="equipment-title">
      <h2 id="equipment-title">Headset or speakers</h2>
      <p>Your invitation to the exam says what counts for you: check it before the day. Public pages say:</p>
      <ul>
        <li>
          <Statement said={{ text: value.text, source, checkedOn }} />
        </li>
        {contradictions.map((said) => (
          <li key={said.text}>
            <Statement said={said} />
          </li>
        ))}
      </ul>
      {contradictions.length > 0 && <p>They contradict each other, and Parlance does not know which is right.</p>}
    </section>
  );
}

/** Where the exam's conditions were read, and when. */
export function RulesSources({ exam }: { exam: Exam }) {
  return (
    <section aria-labelledby="its-rules">
      <h2 id="its-rules">Whose rules these are</h2>
      <p>
        The conditions are as public pages tell of {exam.name}. Nobody publishes how many marks an error costs: whoever
        marks decides, what Parlance proposes is its own, and a mock promises nothing of the exam.
      </p>
      <details className="rule-sources">
        <summary>Where each rule was read</summary>
        <dl>
          {names.map((name) => {
            const { source, checkedOn } = exam[name];
            return (
              <div key={name}>
                <dt>{ruleNames[name]}</dt>
                <dd>
                  <a href={source}>{new URL(source).hostname}</a>, {day.format(new Date(checkedOn))}
                </dd>
              </div>
            );
          })}
        </dl>
      </details>
    </section>
  );
}
