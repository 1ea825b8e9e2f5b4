import { useState } from "react";
import { type LanguageName, languageLabel, languageNames } from "../../../../domain/content/language.ts";
import { useAccount } from "../accounts/account.ts";
import { LanguageWish } from "./language-wish.tsx";

/** The languages that the learner waits for, each with a way to take the wish back. @param except is shown elsewhere */
export function AwaitedLanguages({ except }: { except: LanguageName | null }) {
  const { data: account } = useAccount();
  const awaited = account?.profile.awaited_languages ?? [];
  // A wish that is taken back keeps its row, in which it can be made again and the focus stays.
  const [before] = useState(awaited);
  const shown = languageNames.filter((language) => before.includes(language) || awaited.includes(language));
  const rows = shown.filter((language) => language !== except);
  if (rows.length === 0) return null;
  return (
    <section className="awaited" aria-labelledby="awaited-heading">
      <h3 id="awaited-heading">Languages you wait for</h3>
      <ul className="awaited-languages">
        {rows.map((language) => (
          <li key={language} aria-label={languageLabel(language)}>
            <strong>{languageLabel(language)}</strong>
            <LanguageWish language={language} />
          </li>
        ))}
      </ul>
    </section>
  );
}
