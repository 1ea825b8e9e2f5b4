import { entryOf } from "../../../../domain/content/catalogue.ts";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { Button } from "../../ui/button.tsx";
import { useAccount } from "../accounts/account.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { dialoguesText } from "../content/catalogue-words.ts";
import { useAwaitLanguage } from "./use-await-language.ts";
import "./language.css";

type WishProps = { language: LanguageName };
type Wish = WishProps & { email: string; awaited: boolean; dialogues: number };

/** Says that the wish is stored and what follows. Emails are written by a person, not sent automatically. */
function wishText({ language, email, awaited, dialogues }: Wish): string {
  const label = languageLabel(language);
  if (dialogues > 0) return `${label} has arrived: ${dialoguesText(dialogues)}.`;
  return awaited
    ? `You wait for ${label}: your wish is stored with your profile. Once there are dialogues, somebody of our team writes to ${email}. There is no date yet.`
    : `Your wish is stored with your profile. Nothing is sent before there are dialogues in ${label}.`;
}

/** For a language without dialogues: a way to be told of its first ones, and back. */
export function LanguageWish({ language }: WishProps) {
  const { data: account } = useAccount();
  const catalogue = useCatalogue();
  const { ask, busy } = useAwaitLanguage();
  if (!account) return null;
  const { email, awaited_languages = [] } = account.profile;
  const awaited = awaited_languages.includes(language);
  const dialogues = (catalogue && entryOf(catalogue, language)?.dialogues) ?? 0;
  return (
    <div className="language-wish">
      <Button busy={busy} onClick={() => ask({ language, awaited: !awaited })}>
        {awaited ? "Do not tell me" : "Tell me when it arrives"}
      </Button>
      <p role="status">{wishText({ language, email, awaited, dialogues })}</p>
    </div>
  );
}
