import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../api.ts";
import { useAccountCache } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";

/** Has the payment provider asked, when the page opens and whenever `again` is called. */
export function useSubscriptionRefresh(): {
  checking: boolean;
  /** Whether the payment provider has been asked since the page opened, or could not be. */
  checked: boolean;
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
    // The next visit asks anew.
    gcTime: 0,
    staleTime: 0,
  });
  return {
    checking: isFetching,
    checked: isFetched,
    failure: isFetching ? null : (error?.message ?? null),
    again: () => void refetch({ cancelRefetch: false }),
  };
}
