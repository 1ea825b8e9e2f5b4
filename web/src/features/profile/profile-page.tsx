import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { Account } from "../../../../domain/accounts/account.ts";
import { messages } from "../../messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { type Tab, Tabs } from "../../ui/tabs.tsx";
import { showToast } from "../../ui/toasts.ts";
import { nameOf, useAccount } from "../accounts/account.ts";
import { type Session, useSession } from "../accounts/session.ts";
import { AccountTab } from "./account-tab.tsx";
import { PlanTab } from "./plan-tab.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { SecurityTab } from "./security-tab.tsx";
import { useUnsavedEdits } from "./unsaved-edits.ts";
import "./profile.css";

const tabIds = ["profile", "account", "security", "plan"] as const;
type TabId = (typeof tabIds)[number];

function ProfileTabs({ session, account }: { session: Session & { kind: "learner" }; account: Account }) {
  const [search, setSearch] = useSearchParams();
  const [edits, setEdits] = useUnsavedEdits(account.profile.id);
  const selected = tabIds.find((id) => id === search.get("tab")) ?? tabIds[0];
  const tabs: readonly Tab<TabId>[] = [
    {
      id: "profile",
      label: "Profile",
      content: <ProfileTab profile={account.profile} edits={edits} setEdits={setEdits} />,
    },
    { id: "account", label: "Account", content: <AccountTab account={account} name={nameOf(session, account)} /> },
    { id: "security", label: "Security", content: <SecurityTab session={session} account={account} /> },
    {
      id: "plan",
      label: "Plan",
      content: <PlanTab subscription={account.subscription} language={account.profile.language_preference} />,
    },
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

function useFetchedAccount(): Account | undefined {
  const { data, refetch } = useAccount();
  useEffect(() => {
    void refetch({ cancelRefetch: false }).then(({ error }) => {
      if (error) showToast(messages.profileNotFetched(error.message));
    });
  }, [refetch]);
  return data;
}

export function ProfilePage() {
  const session = useSession();
  const account = useFetchedAccount();
  return (
    <main className="page" id="main">
      <PageTitle>Profile Settings</PageTitle>
      <h1>Profile Settings</h1>
      {session.kind === "learner" && account ? (
        <ProfileTabs key={session.userId} session={session} account={account} />
      ) : (
        <Spinner label="Loading your profile…" />
      )}
    </main>
  );
}
