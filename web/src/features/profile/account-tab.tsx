import type { Account } from "../../../../domain/accounts/account.ts";
import { planBadge } from "../../../../domain/plans/plan-badge.ts";
import { usePlanClock } from "../plans/plan-clock.ts";
import { FactList } from "./fact-list.tsx";
import { MyData } from "./my-data.tsx";
import { MyRecordings } from "./my-recordings.tsx";

/** The learner's account, to read and to take along. */
export function AccountTab({ account, name }: { account: Account; name: string }) {
  const { profile, subscription } = account;
  const badge = planBadge(subscription, usePlanClock(subscription));
  const facts = [
    { name: "Email", value: profile.email },
    { name: "Name", value: name },
    { name: "Plan", value: badge?.expired ? "Expired" : (badge?.label ?? "Not chosen") },
    { name: "Theme Preference", value: "System" },
    { name: "Language", value: "Set in profile" },
  ];
  return (
    <>
      <section aria-labelledby="account-heading">
        <h2 id="account-heading">Account</h2>
        <FactList facts={facts} />
      </section>
      <MyRecordings userId={profile.id} />
      <MyData />
    </>
  );
}
