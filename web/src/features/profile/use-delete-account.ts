import { type QueryClient, useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { ApiError, callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { logOut, useSession } from "../accounts/session.ts";
import { clearDeletedLearner } from "./clear-browser.ts";
import { clearDeletion, recordDeletion } from "./unfinished-deletion.ts";

export const retryDelaysMs = [1_000, 2_000, 4_000] as const;

/** A retry within seconds is unlikely to help after these errors. */
const isFinal = (error: unknown) =>
  !(error instanceof ApiError) || error.code === "unauthorized" || error.code === "too_many_requests";

/**
 * Repeats `attempt` after a failure, because a deletion may stop halfway and the next call continues the deletion.
 * @throws the last error of `attempt`
 */
export async function deleteUntilDone(
  attempt: () => Promise<unknown>,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  for (const ms of retryDelaysMs) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (isFinal(error)) throw error;
    }
    await wait(ms);
  }
  await attempt();
}

const deletionMutationKey = ["delete-account"] as const;

/** A call without a network would waste a retry. */
async function delayUntilOnline(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  if (navigator.onLine) return;
  await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
}

function onFailure(error: Error): void {
  if (error instanceof ApiError && error.code === "unauthorized") {
    clearDeletion();
    showToast(messages.deletionNeedsLogin);
    return;
  }
  showToast(
    messages.accountNotDeleted(`${error.message} Some data may be deleted already. Finish the deletion when you can.`),
  );
}

async function forgetLearner(userId: string, queries: QueryClient): Promise<void> {
  await logOut("deleted");
  await clearDeletedLearner(userId, queries);
  showToast(messages.accountDeleted);
}

export function useDeleteAccount(): { start: () => void; busy: boolean } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();
  const { mutate } = useMutation({
    mutationKey: deletionMutationKey,
    mutationFn: async (userId: string) => {
      recordDeletion(userId);
      await deleteUntilDone(() => callApi("delete-user", {}), delayUntilOnline);
      await forgetLearner(userId, queries);
    },
    // Leaves out the path of this page, because the next person to log in may be another learner.
    onSuccess: () => navigate(paths.login, { replace: true, state: null }),
    onError: onFailure,
  });
  return {
    start: () => {
      if (session.kind !== "learner") showToast(messages.deletionNeedsLogin);
      else if (queries.isMutating({ mutationKey: deletionMutationKey }) === 0) mutate(session.userId);
    },
    busy: useIsMutating({ mutationKey: deletionMutationKey }) > 0,
  };
}
