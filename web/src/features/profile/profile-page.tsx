import { useSearchParams } from "react-router";
import type { Account } from "../../../../domain/account.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { type Tab, Tabs } from "../../ui/tabs.tsx";
import { nameOf, useAccount } from "../accounts/account.ts";
import { type Session, useSession } from "../accounts/session.ts";
import { AccountTab } from "./account-tab.tsx";
import { PlanTab } from "./plan-tab.tsx";
import "./profile.css";

const tabIds = ["account", "plan"] as const;
type TabId = (typeof tabIds)[number];

function ProfileTabs({ session, account }: { session: Session & { kind: "learner" }; account: Account }) {
  const [search, setSearch] = useSearchParams();
  const selected = tabIds.find((id) => id === search.get("tab")) ?? tabIds[0];
  const tabs: readonly Tab<TabId>[] = [
    { id: "account", label: "Account", content: <AccountTab account={account} name={nameOf(session, account)} /> },
    { id: "plan", label: "Plan", content: <PlanTab subscription={account.subscription} /> },
  ];
  return (
    <Tabs
      label="Profile Settings"
      tabs={tabs}
      selected={selected}
      onSelect={(tab) => setSearch({ tab }, { replace: true, preventScrollReset: true })}
    />
  );
}

/** The learner's settings. */
export function ProfilePage() {
  const session = useSession();
  const { data: account } = useAccount();
  return (
    <main className="page" id="main">
      <PageTitle>Profile Settings</PageTitle>
      <h1>Profile Settings</h1>
      {session.kind === "learner" && account ? (
        <ProfileTabs session={session} account={account} />
      ) : (
        <Spinner label="Loading your profile…" />
      )}
    </main>
  );
}
