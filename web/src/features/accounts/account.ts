import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Account } from "../../../../domain/account.ts";
import { displayName } from "../../../../domain/profile.ts";
import { callApi } from "../../api.ts";
import { freshness } from "../../query-freshness.ts";
import { type Session, useSession } from "./session.ts";

/** Where a learner's account facts are cached. */
export const accountKey = (userId: string) => ["account", userId] as const;

/** The facts on whoever is signed in; not asked for while nobody is. */
export function useAccount(): UseQueryResult<Account> {
  const session = useSession();
  return useQuery({
    queryKey: accountKey(session.kind === "learner" ? session.userId : ""),
    queryFn: () => callApi("get-account", {}),
    enabled: session.kind === "learner",
    ...freshness.account,
  });
}

/** The name by which to greet the learner. */
export function nameOf(session: Session & { kind: "learner" }, account: Account | undefined): string {
  return displayName({
    profileName: account?.profile.full_name,
    accountName: session.accountName,
    email: session.email,
  });
}
