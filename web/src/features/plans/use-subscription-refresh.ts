import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../api.ts";
import { useAccountCache } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";

/** Asks the server to check the subscription with the payment provider. */
export function useSubscriptionRefresh(): {
  checking: boolean;
  /** True after the first check, even a failed one. */
  checked: boolean;
  /** The failure of the last finished check. */
  failure: string | null;
  again: () => void;
} {
  const session = useSession();
  const facts = useAccountCache();
  const { isFetching, isFetched, error, refetch } = useQuery({
    queryKey: ["subscription-refresh", session.kind === "learner" ? session.userId : ""],
    queryFn: async () => {
      const subscription = await callApi("refresh-subscription", {});
      facts.setSubscription(subscription);
      return subscription;
    },
    enabled: session.kind === "learner",
    // Not cached, so that the next visit checks again.
    gcTime: 0,
    staleTime: 0,
  });
  // A new check may clear `error`.
  const [failure, setFailure] = useState<string | null>(null);
  const latest = error?.message ?? null;
  if (!isFetching && failure !== latest) setFailure(latest);
  return {
    checking: isFetching,
    checked: isFetched,
    failure,
    again: () => void refetch({ cancelRefetch: false }),
  };
}
