import { type FormEvent, useState } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useAccount } from "../accounts/account.ts";
import { SetupHelp } from "../support/setup-help.tsx";
import { LanguageField } from "./language-field.tsx";
import { useSaveLanguage } from "./use-save-language.ts";
import "./language.css";

function LanguageForm({ preference }: { preference: LanguageName | null }) {
  const [language, setLanguage] = useState(preference);
  const [error, setError] = useState("");
  const { save, busy } = useSaveLanguage();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (language) save(language);
    else setError("Please choose a language from the list.");
  };
  return (
    <form className="language-form" noValidate onSubmit={submit}>
      <LanguageField
        label="Language"
        value={language}
        onChange={(chosen) => {
          setLanguage(chosen);
          setError("");
        }}
        error={error}
      />
      <Button type="submit" variant="ink" busy={busy}>
        {busy ? "Saving..." : "Continue"}
      </Button>
    </form>
  );
}

function FormSkeleton() {
  return (
    <div className="language-form" role="status" aria-label="Loading the form">
      <span className="language-skeleton skeleton" />
      <span className="language-skeleton skeleton" />
    </div>
  );
}

export function LanguagePage() {
  const { data: account } = useAccount();
  return (
    <main className="page" id="main">
      <PageTitle>Select Your Language</PageTitle>
      <header className="page-head">
        <h1>Select Your Language</h1>
        <p>With a paid plan, your dialogues are between English and this language.</p>
      </header>
      {account ? <LanguageForm preference={account.profile.language_preference} /> : <FormSkeleton />}
      <SetupHelp />
    </main>
  );
}
