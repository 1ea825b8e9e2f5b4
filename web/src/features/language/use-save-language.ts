import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { ApiError, callApi } from "../../api.ts";
import { writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { useAccountCache } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";

/** Sets the flags that the specification requires. The app itself reads the profile. */
export function setLanguageSelectedFlags(): void {
  writeStored(stored.languageSelectedHere, "true");
  writeStored(stored.languageSelected, "true");
}

const saveLanguageKey = ["save-language"] as const;

export function useSaveLanguage(): { save: (language: LanguageName) => void; busy: boolean } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();
  const facts = useAccountCache();

  const askToLogIn = async () => {
    showToast(messages.authenticationError);
    await navigate(paths.login, { replace: true, state: { origin: paths.language } });
  };

  const { mutate, isPending } = useMutation({
    mutationKey: saveLanguageKey,
    mutationFn: (language: LanguageName) => callApi("update-profile", { body: { language_preference: language } }),
    onSuccess: (profile, language) => {
      setLanguageSelectedFlags();
      facts.setProfile(profile);
      showToast(messages.languageSaved(languageLabel(language)));
      return navigate(paths.home, { replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "unauthorized") return askToLogIn();
      showToast(messages.languageNotSaved(error.message));
    },
  });

  const save = (language: LanguageName) => {
    if (session.kind !== "learner") void askToLogIn();
    else if (queries.isMutating({ mutationKey: saveLanguageKey }) === 0) mutate(language);
  };
  return { save, busy: isPending };
}
