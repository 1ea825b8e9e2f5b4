import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Account } from "../../../../domain/accounts/account.ts";
import { displayName } from "../../../../domain/accounts/profile.ts";
import { accountQuery } from "./account-facts.ts";
import { type Session, useSession } from "./session.ts";

/** The facts on whoever is signed in; not asked for while nobody is. */
export function useAccount(): UseQueryResult<Account> {
  const session = useSession();
  const isLearner = session.kind === "learner";
  return useQuery({ ...accountQuery(isLearner ? session.userId : ""), enabled: isLearner });
}

/** The name by which to greet the learner. */
export function nameOf(session: Session & { kind: "learner" }, account: Account | undefined): string {
  return displayName({
    profileName: account?.profile.full_name,
    accountName: session.accountName,
    email: session.email,
  });
}
