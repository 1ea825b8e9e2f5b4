import { Link } from "react-router";
import { languageLabel } from "../../../domain/content/language.ts";
import { exampleLanguage } from "../../../domain/content/scenario.ts";
import { paths } from "../../../domain/http/pages.ts";
import { LanguageCounts, LanguageTotal } from "../features/language/language-counts.tsx";
import { PlanList } from "../features/plans/plan-list.tsx";
import { DialogueTrial } from "../features/trial/dialogue-trial.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import "./landing-page.css";

const freeLanguage = languageLabel(exampleLanguage);

const steps = [
  {
    voice: "heard",
    title: "Hear a segment",
    text: "Each segment is in English or in the other language of the dialogue.",
  },
  {
    voice: "said",
    title: "Interpret it aloud",
    text: "When the speaker finishes, say the segment in the other language.",
  },
  {
    voice: "reference",
    title: "Compare",
    text: "Play your recording and the reference, read the transcripts, and try again.",
  },
] as const;

export function LandingPage() {
  return (
    <main className="landing" id="main">
      <PageTitle>Practise for your interpreter exam</PageTitle>
      <section className="hero">
        <div className="hero-text">
          <h1>Hear it. Say it. Hear yourself.</h1>
          <p>
            Practise for NAATI CCL and similar interpreter exams. Hear real-life dialogues, interpret them aloud, and
            compare your recording with a reference.
          </p>
          <p className="hero-actions">
            <Link className="button variant-ink large" to={paths.signup}>
              Start practising free
            </Link>
            <Link className="button large" to={paths.login}>
              Log in
            </Link>
          </p>
        </div>
        <DialogueTrial />
      </section>
      <section aria-labelledby="how">
        <h2 id="how">How to practise a segment</h2>
        <ol className="steps">
          {steps.map(({ voice, title, text }) => (
            <li key={voice} data-voice={voice}>
              <h3 className="step-title">{title}</h3>
              <p className="step-text">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="whole-exam">
        <h2 id="whole-exam">Then take the whole exam</h2>
        <p className="section-lead">
          A mock exam has two dialogues. You cannot pause within a dialogue. Mark it segment by segment, alone or with
          another person.
        </p>
      </section>
      <section aria-labelledby="plans">
        <h2 id="plans">Plans</h2>
        <p className="section-lead">A paid plan opens the dialogues in the language you choose.</p>
        <PlanList heading="h3" />
      </section>
      <section aria-labelledby="languages" data-waits-for-app="">
        <h2 id="languages">Languages</h2>
        <p className="section-lead">
          Each dialogue is between English and one other language. If your language has no dialogues yet, sign up, and
          we can email you when it has some.
        </p>
        <LanguageTotal />
        <LanguageCounts />
      </section>
      <section className="last-call" aria-labelledby="start">
        <h2 id="start">Start with the examples in {freeLanguage}</h2>
        <p>They are free, and you need no card.</p>
        <Link className="button variant-ink large" to={paths.signup}>
          Start practising free
        </Link>
      </section>
    </main>
  );
}
