import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Profile } from "../../../../domain/accounts/profile.ts";
import type { RouteBody } from "../../../../domain/api.ts";
import { callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { useAccountCache } from "../accounts/account.ts";

const saveProfileKey = ["save-profile"] as const;

export function useSaveProfile() {
  const queries = useQueryClient();
  const facts = useAccountCache();
  const { mutate, isPending } = useMutation({
    mutationKey: saveProfileKey,
    mutationFn: (changes: RouteBody<"update-profile">) => callApi("update-profile", { body: changes }),
    onSuccess: (profile) => {
      facts.setProfile(profile);
      showToast(messages.profileUpdated);
    },
    onError: (error) => void showToast(messages.profileNotUpdated(error.message)),
  });
  return {
    busy: isPending,
    save: (changes: RouteBody<"update-profile">, onSaved: (profile: Profile) => void) => {
      const stored = facts.get()?.profile;
      // `stored` already has the changes if the learner presses Save again before the next render.
      const isStored = stored && Object.entries(changes).every(([key, value]) => Reflect.get(stored, key) === value);
      if (!isStored && queries.isMutating({ mutationKey: saveProfileKey }) === 0)
        mutate(changes, { onSuccess: onSaved });
    },
  };
}
