import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { Account } from "../../../../domain/account.ts";
import { type LanguageName, languageLabel } from "../../../../domain/language.ts";
import { ApiError, callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { paths } from "../../paths.ts";
import { showToast } from "../../ui/toasts.ts";
import { accountKey } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { adoptLanguage } from "./adopt-language.ts";

const saving = ["save-language"] as const;

/** Setting the language to practise in, and going home with it. */
export function useSaveLanguage(): { save: (language: LanguageName) => void; busy: boolean } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();
  const userId = session.kind === "learner" ? session.userId : "";

  const askToLogIn = async () => {
    showToast(messages.authenticationError);
    await navigate(paths.login, { replace: true, state: { origin: paths.language } });
  };

  const { mutate, isPending } = useMutation({
    mutationKey: saving,
    mutationFn: (language: LanguageName) => callApi("update-profile", { body: { language_preference: language } }),
    onSuccess: (profile, language) => {
      adoptLanguage();
      queries.setQueryData<Account>(accountKey(userId), (account) => account && { ...account, profile });
      showToast(messages.languageSaved(languageLabel(language)));
      return navigate(paths.home, { replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "unauthorized") return askToLogIn();
      showToast(messages.languageNotSaved(error.message));
    },
  });

  const save = (language: LanguageName) => {
    if (userId === "") void askToLogIn();
    else if (queries.isMutating({ mutationKey: saving }) === 0) mutate(language);
  };
  return { save, busy: isPending };
}
