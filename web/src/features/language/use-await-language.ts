import { useMutation } from "@tanstack/react-query";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { useAccountFacts } from "../accounts/account.ts";

type Wish = { language: LanguageName; awaited: boolean };

/** Stores that the learner waits for a language, or no longer does, one wish at a time. */
export function useAwaitLanguage(): { ask: (wish: Wish) => void; busy: boolean } {
  const facts = useAccountFacts();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ language, awaited }: Wish) => callApi("await-language", { params: { language }, body: { awaited } }),
    onSuccess: facts.takeProfile,
    onError: (error) => void showToast(messages.wishNotSaved(error.message)),
  });
  return { ask: (wish) => isPending || mutate(wish), busy: isPending };
}
