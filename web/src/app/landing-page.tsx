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
    text: "Up to 35 words, as in the exam, in English or in your other language.",
  },
  {
    voice: "said",
    title: "Interpret it aloud",
    text: "Recording starts automatically when the speaker ends, so you lose no word.",
  },
  {
    voice: "reference",
    title: "Compare",
    text: "Play your recording and the reference, read both scripts, and try again.",
  },
] as const;

/** What a visitor sees first. */
export function LandingPage() {
  return (
    <main className="landing" id="main">
      <PageTitle>Practise for your interpreter exam</PageTitle>
      <section className="hero">
        <div className="hero-text">
          <h1>Hear it. Say it. Hear yourself.</h1>
          <p>
            Practise for NAATI CCL and similar interpreter exams: you hear real-life dialogues, interpret them aloud,
            and hear yourself beside a reference.
          </p>
          <p className="hero-actions">
            <Link className="button voice-ink large" to={paths.signup}>
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
        <h2 id="how">How a segment goes</h2>
        <ol className="steps">
          {steps.map(({ voice, title, text }) => (
            <li key={voice} data-voice={voice}>
              <h3 className="step-title">{title}</h3>
              <p className="step-text">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="mock">
        <h2 id="mock">Then the whole exam</h2>
        <p className="section-lead">
          Take a mock exam: two dialogues without a break, under the published conditions of NAATI CCL. Then mark it
          segment by segment, alone or with somebody, and see where you lost marks.
        </p>
      </section>
      <section aria-labelledby="plans">
        <h2 id="plans">Plans</h2>
        <p className="section-lead">
          Example dialogues in {freeLanguage} are free. A paid plan opens every dialogue in the language you choose.
        </p>
        <PlanList heading="h3" />
      </section>
      <section aria-labelledby="languages" data-waits-for-app="">
        <h2 id="languages">Languages</h2>
        <p className="section-lead">
          Each dialogue is between English and one other language. If yours has no dialogues yet, sign up and choose
          “Tell me when it arrives”.
        </p>
        <LanguageTotal />
        <LanguageCounts />
      </section>
      <section className="last-call" aria-labelledby="start">
        <h2 id="start">Start with the examples in {freeLanguage}</h2>
        <p>They are free, for as long as you like, and no card is needed. Other languages have no free dialogues.</p>
        <Link className="button voice-ink large" to={paths.signup}>
          Start practising free
        </Link>
      </section>
    </main>
  );
}
