import { Link } from "react-router";
import type { Account } from "../../../../domain/accounts/account.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { planBadge } from "../../../../domain/plans/plan-badge.ts";
import { useObservable } from "../../browser/use-observable.ts";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { KeptDialogues } from "../content/kept-dialogues.tsx";
import { usePlanClock } from "../plans/plan-clock.ts";
import { type LeavingChoice, leavingChoice } from "../practice/recordings/dialogue-recordings.ts";
import { StoredRecordings } from "../practice/recordings/stored-recordings.tsx";
import { ShareList } from "../sharing/share-list.tsx";
import { MyData } from "./my-data.tsx";
import { FactList, statusText } from "./plan-facts.tsx";

const options: readonly { value: LeavingChoice; label: string; detail: string }[] = [
  { value: "ask", label: "Ask me", detail: "If there are recordings." },
  { value: "keep", label: "Keep them", detail: "They stay in this browser." },
  {
    value: "remove",
    label: "Remove them",
    detail: "Back to Topics removes all practice recordings. Finishing a dialogue removes those of the dialogue.",
  },
];

function MyRecordings({ userId }: { userId: string }) {
  const choice = useObservable(leavingChoice);
  return (
    <section aria-labelledby="recordings-heading">
      <h2 id="recordings-heading">Recordings</h2>
      <p>
        Your recordings are stored in the browser in which you record. To make room, Parlance removes the practice
        recordings that you have not used for longest. Logging out deletes your recordings in this browser.
      </p>
      <ChoiceGroup
        legend="When you press Back to Topics or finish a dialogue"
        options={options}
        value={choice}
        onChange={leavingChoice.set}
      />
      <StoredRecordings userId={userId} />
    </section>
  );
}

export function AccountTab({ account, name }: { account: Account; name: string }) {
  const { profile, subscription } = account;
  const now = usePlanClock(subscription);
  const badge = planBadge(subscription, now);
  const facts = [
    { name: "Email", value: profile.email },
    { name: "Name", value: name },
    {
      name: "Plan",
      value: badge?.expired && subscription ? statusText(subscription, now) : (badge?.label ?? "Not chosen"),
    },
    { name: "Theme Preference", value: "System" },
    { name: "Language", value: "Set in the Profile tab" },
  ];
  return (
    <>
      <section aria-labelledby="account-heading">
        <h2 id="account-heading">Account</h2>
        <FactList facts={facts} />
      </section>
      <MyRecordings userId={profile.id} />
      <section aria-labelledby="kept-heading">
        <h2 id="kept-heading">Dialogues on this device</h2>
        <p>
          You can open these dialogues without a network. For paid ones, you need a paid plan, and a connection once a
          week and after each renewal.
        </p>
        <KeptDialogues userId={profile.id} />
      </section>
      <section aria-labelledby="feedback-heading">
        <h2 id="feedback-heading">Feedback links</h2>
        <ShareList userId={profile.id} />
        <p>
          <Link to={paths.inbox}>Inbox of what others share with you</Link>
        </p>
      </section>
      <MyData />
    </>
  );
}
