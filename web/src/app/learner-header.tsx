import * as Menu from "@radix-ui/react-dropdown-menu";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { languageLabel } from "../../../domain/language.ts";
import { subscriptionStatus } from "../../../domain/subscription.ts";
import { nameOf, useAccount } from "../features/accounts/account.ts";
import { logOut, type Session } from "../features/accounts/session.ts";
import { forgetLanguageSelected } from "../features/language/language-selected.ts";
import { PlanBadge } from "../features/plans/plan-badge.tsx";
import { forgetLearner } from "../features/practice/forget-learner.ts";
import { messages } from "../messages.ts";
import { paths } from "../paths.ts";
import { serverNow } from "../server-time.ts";
import { showToast } from "../ui/toasts.ts";

/** The plan badge and the account menu of whoever is signed in. */
export function LearnerHeader({ session }: { session: Session & { kind: "learner" } }) {
  const { data: account } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const onLanguage = pathname === paths.language;
  const unplanned = account !== undefined && subscriptionStatus(account.subscription, serverNow()) === "none";
  const withoutPlan = unplanned && pathname !== paths.support;
  const name = nameOf(session, account);

  const leave = async () => {
    await navigate(paths.home);
    // A learner who is recording was asked first, and has stayed or is still thinking.
    if (window.location.pathname.startsWith(paths.topic(""))) return;
    await logOut();
    await forgetLearner(session.userId);
    forgetLanguageSelected();
    queries.clear();
    showToast(messages.loggedOut);
  };

  return (
    <nav className="site-nav" aria-label="Account">
      {!onLanguage && account && <PlanBadge subscription={account.subscription} />}
      <Menu.Root modal={false}>
        <Menu.Trigger
          className="account-trigger"
          disabled={onLanguage || withoutPlan}
          aria-label={`Account menu, ${name}`}
        >
          <span aria-hidden="true">{[...name][0]?.toUpperCase()}</span>
        </Menu.Trigger>
        <Menu.Content className="menu" align="end" sideOffset={8}>
          <Menu.Label className="menu-label">
            My Account
            <span className="menu-detail">{session.email}</span>
          </Menu.Label>
          <Menu.Item className="menu-item" onSelect={() => void navigate(paths.profile)}>
            Profile
          </Menu.Item>
          <Menu.Item className="menu-item" disabled>
            Language
            <span className="menu-detail">{languageLabel(account?.profile.language_preference)}</span>
          </Menu.Item>
          <Menu.Separator className="menu-separator" />
          <Menu.Item className="menu-item" onSelect={() => void leave()}>
            Log out
          </Menu.Item>
        </Menu.Content>
      </Menu.Root>
    </nav>
  );
}
