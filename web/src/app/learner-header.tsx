import * as Menu from "@radix-ui/react-dropdown-menu";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { normalisePath } from "../../../domain/accounts/redirect.ts";
import { languageLabel } from "../../../domain/content/language.ts";
import { paths } from "../../../domain/http/pages.ts";
import { subscriptionStatus } from "../../../domain/plans/subscription.ts";
import { serverNow } from "../browser/server-time.ts";
import { nameOf, useAccount } from "../features/accounts/account.ts";
import type { Session } from "../features/accounts/session.ts";
import { showQueuedWelcome } from "../features/accounts/sign-in-flow.ts";
import { PlanBadge } from "../features/plans/plan-badge.tsx";
import { startProgressSender } from "../features/progress/progress-sending.ts";
import { removeOtherDrafts } from "../features/support/draft.ts";
import { refetchWhenOnline } from "../stored-answers.ts";
import { ExamSending, preloadForOffline, ShareSync, StudySync } from "./layout-parts.ts";
import { LogOutDialog } from "./log-out-dialog.tsx";
import { useLogOut } from "./use-log-out.ts";
import { useWorker } from "./use-worker.ts";

export function LearnerHeader({ session }: { session: Session & { kind: "learner" } }) {
  const { data: account } = useAccount();
  const loggingOut = useLogOut(session.userId);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const page = normalisePath(useLocation().pathname);
  const onLanguage = page === paths.language;
  const unplanned = account !== undefined && subscriptionStatus(account.subscription, serverNow()) === "none";
  const withoutPlan = unplanned && page !== paths.support;
  const name = nameOf(session, account);

  useEffect(preloadForOffline, []);
  useEffect(() => refetchWhenOnline(queries), [queries]);
  useWorker(page);
  useEffect(() => {
    if (account) showQueuedWelcome(account.subscription);
  }, [account]);
  useEffect(() => removeOtherDrafts(session.userId), [session.userId]);
  useEffect(() => startProgressSender(session.userId), [session.userId]);

  return (
    <>
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
              <span className="menu-detail">{account && languageLabel(account.profile.language_preference)}</span>
            </Menu.Item>
            <Menu.Item className="menu-item" onSelect={() => void navigate(paths.review)}>
              Review
            </Menu.Item>
            <Menu.Item className="menu-item" onSelect={() => void navigate(paths.glossary)}>
              Glossary
            </Menu.Item>
            <Menu.Item className="menu-item" onSelect={() => void navigate(paths.progress)}>
              Progress
            </Menu.Item>
            <Menu.Item className="menu-item" onSelect={() => void navigate(paths.exam)}>
              Mock exam
            </Menu.Item>
            <Menu.Item className="menu-item" onSelect={() => void navigate(paths.support)}>
              Support
            </Menu.Item>
            <Menu.Separator className="menu-separator" />
            <Menu.Item className="menu-item" onSelect={() => void loggingOut.start()}>
              Log out
            </Menu.Item>
          </Menu.Content>
        </Menu.Root>
      </nav>
      <ExamSending key={session.userId} userId={session.userId} />
      <ShareSync key={`shares ${session.userId}`} userId={session.userId} />
      <StudySync key={`study ${session.userId}`} userId={session.userId} />
      <LogOutDialog {...loggingOut} userId={session.userId} />
    </>
  );
}
