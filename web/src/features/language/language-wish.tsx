import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { countFreeDialogues, findLanguageEntry } from "../../../../domain/content/catalogue.ts";
import { type LanguageName, languageLabel, languageNames } from "../../../../domain/content/language.ts";
import { callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useAccount, useAccountCache } from "../accounts/account.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { dialoguesText } from "../content/catalogue-text.ts";

import "./language.css";

type WishChange = { language: LanguageName; awaited: boolean };

function useAwaitLanguage(): { ask: (wish: WishChange) => void; busy: boolean } {
  const facts = useAccountCache();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ language, awaited }: WishChange) =>
      callApi("await-language", { params: { language }, body: { awaited } }),
    onSuccess: facts.setProfile,
    onError: (error) => void showToast(messages.wishNotSaved(error.message)),
  });
  return { ask: (wish) => isPending || mutate(wish), busy: isPending };
}

type WishProps = { language: LanguageName };
/** `dialogues` is null while the catalogue is unknown. */
type Wish = WishProps & { email: string; awaited: boolean; dialogues: number | null; wanted: string };

/** "Our team" is an operator, who sends the emails by hand. */
function wishText({ language, email, awaited, dialogues, wanted }: Wish): string {
  const label = languageLabel(language);
  if (dialogues) return `${label} has ${dialoguesText(dialogues)}.`;
  return awaited && dialogues === 0 ? `Our team will email you at ${email} when ${label} has ${wanted}.` : "";
}

export function LanguageWish({ language }: WishProps) {
  const { data: account } = useAccount();
  const catalogue = useCatalogue();
  const { ask, busy } = useAwaitLanguage();
  if (!account) return null;
  const { email, awaited_languages = [] } = account.profile;
  const awaited = awaited_languages.includes(language);
  const dialogues = catalogue && (findLanguageEntry(catalogue, language)?.dialogues ?? 0);
  const wanted = catalogue && countFreeDialogues(catalogue, language) ? "more dialogues" : "dialogues";
  return (
    <div className="language-wish">
      <Button busy={busy} onClick={() => ask({ language, awaited: !awaited })}>
        {awaited ? "Do not email me" : dialogues ? "Email me about it" : `Email me when it has ${wanted}`}
      </Button>
      <p role="status">{wishText({ language, email, awaited, dialogues, wanted })}</p>
    </div>
  );
}

export function AwaitedLanguages({ except }: { except: LanguageName | null }) {
  const { data: account } = useAccount();
  const awaited = account?.profile.awaited_languages ?? [];
  // Requests that exist at the start stay in the list after a cancellation, so that the focus is not lost.
  const [before] = useState(awaited);
  const shown = languageNames.filter((language) => before.includes(language) || awaited.includes(language));
  const rows = shown.filter((language) => language !== except);
  if (rows.length === 0) return null;
  return (
    <section className="awaited" aria-labelledby="awaited-heading">
      <h3 id="awaited-heading">Languages you requested</h3>
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
