import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Account } from "../../../../domain/account.ts";
import type { Subscription } from "../../../../domain/subscription.ts";
import { accountKey } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { forgetGrants } from "../content/content.ts";

/** Of two answers on one subscription the newer one: they may arrive in any order. */
export function newerSubscription(held: Subscription | null, answer: Subscription | null): Subscription | null {
  if (!held || !answer) return answer;
  return (held.revision ?? 0) > (answer.revision ?? 0) ? held : answer;
}

/** Takes the server's answer on the learner's subscription into what is known of the account. */
export function useStoreSubscription(): (answer: Subscription | null) => void {
  const queries = useQueryClient();
  const session = useSession();
  const userId = session.kind === "learner" ? session.userId : "";
  return useCallback(
    (answer) => {
      queries.setQueryData<Account>(
        accountKey(userId),
        (account) => account && { ...account, subscription: newerSubscription(account.subscription, answer) },
      );
      // What may be heard depends on the plan.
      forgetGrants();
    },
    [queries, userId],
  );
}
