import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { Button } from "../../ui/button.tsx";
import { useAccount } from "../accounts/account.ts";
import { useAwaitLanguage } from "./use-await-language.ts";
import "./language.css";

/** For a language without dialogues: a way to be told of its first ones, and back, and what will happen. */
export function LanguageWish({ language }: { language: LanguageName }) {
  const { data: account } = useAccount();
  const { ask, busy } = useAwaitLanguage();
  if (!account) return null;
  const { email, awaited_languages = [] } = account.profile;
  const awaited = awaited_languages.includes(language);
  const label = languageLabel(language);
  return (
    <div className="language-wish">
      <Button busy={busy} onClick={() => ask({ language, awaited: !awaited })}>
        {awaited ? "Do not tell me" : "Tell me when it arrives"}
      </Button>
      <p role="status">
        {awaited
          ? `You wait for ${label}: your wish is stored with your profile. Once there are dialogues, somebody of our team writes to ${email}. There is no date yet.`
          : `Your wish is stored with your profile. Nothing is sent before there are dialogues in ${label}.`}
      </p>
    </div>
  );
}
