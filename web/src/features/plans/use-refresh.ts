import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../api.ts";
import { useSession } from "../accounts/session.ts";
import { useStoreSubscription } from "./store-subscription.ts";

/** Has the payment provider asked, when the page opens and whenever `again` is called. */
export function useSubscriptionRefresh(): { checking: boolean; failure: string | null; again: () => void } {
  const session = useSession();
  const store = useStoreSubscription();
  const { isFetching, error, refetch } = useQuery({
    queryKey: ["subscription-refresh", session.kind === "learner" ? session.userId : ""],
    queryFn: async () => {
      const subscription = await callApi("refresh-subscription", {});
      store(subscription);
      return subscription;
    },
    enabled: session.kind === "learner",
    // The next visit asks anew.
    gcTime: 0,
    staleTime: 0,
  });
  return {
    checking: isFetching,
    failure: isFetching ? null : (error?.message ?? null),
    again: () => void refetch({ cancelRefetch: false }),
  };
}
