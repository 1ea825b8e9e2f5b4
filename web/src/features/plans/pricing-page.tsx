import { useEffect, useState } from "react";
import { type Location, useLocation } from "react-router";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import type { PaidPlanType, Plan, PlanType } from "../../../../domain/plans/plan.ts";
import type { Billing } from "../../../../domain/plans/price.ts";
import { type Subscription, subscriptionStatus } from "../../../../domain/plans/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useAccount } from "../accounts/account.ts";
import { LanguageLookup } from "../language/language-field.tsx";
import { SetupHelp } from "../support/setup-help.tsx";
import { BillingChoice } from "./billing-choice.tsx";
import { ChangePlanDialog, ConfirmPaymentDialog } from "./change-plan-dialogs.tsx";
import { currentPlan, hasRenewingPlan, mustRenew, nextPlan, offerFor } from "./offers.ts";
import type { PlanFlag } from "./plan-card.tsx";
import { usePlanClock } from "./plan-clock.ts";
import { Availability, PlanList, PlansSkeleton } from "./plan-list.tsx";
import { PlanOffer } from "./plan-offer.tsx";
import { offerNote } from "./plan-texts.ts";
import { isPlanNeeded, isUpgrading } from "./upgrading.ts";
import { useCheckout } from "./use-checkout.ts";
import { useChooseFree } from "./use-choose-free.ts";

const skeletonMs = 300;

function useSkeletonDelay(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), skeletonMs);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

function flagsOf(subscription: Subscription | null, now: Date): Partial<Record<PlanType, PlanFlag>> {
  const [current, next] = [currentPlan(subscription, now), nextPlan(subscription, now)];
  return { ...(next ? { [next]: "next" } : {}), ...(current ? { [current]: "current" } : {}) };
}

type PlanChoiceProps = { subscription: Subscription | null; language: LanguageName | null };

function PlanChoice({ subscription, language }: PlanChoiceProps) {
  const now = usePlanClock(subscription);
  const [wanted, setBilling] = useState<Billing>("monthly");
  const [changeTo, setChangeTo] = useState<PaidPlanType | null>(null);
  const checkout = useCheckout();
  const free = useChooseFree();
  const billing = mustRenew(subscription, now) ? "monthly" : wanted;
  const recurring = billing === "monthly" && hasRenewingPlan(subscription, now);
  const changing = recurring ? changeTo : null;

  const onPaid = (planType: PaidPlanType) =>
    recurring ? checkout.busyPlan || setChangeTo(planType) : checkout.start({ planType, billing, isChange: false });

  const action = (plan: Plan) => {
    const offer = offerFor(plan.type, subscription, billing, now);
    const busy = plan.type === "free" ? free.busy : checkout.busyPlan === plan.type;
    const note = subscription && offerNote(offer, subscription);
    return <PlanOffer plan={plan} offer={offer} note={note} busy={busy} onFree={free.choose} onPaid={onPaid} />;
  };

  return (
    <>
      <BillingChoice subscription={subscription} now={now} billing={billing} onChange={setBilling} />
      <Availability language={language} />
      <PlanList heading="h2" billing={billing} flags={flagsOf(subscription, now)} action={action} />
      {recurring && changing && (
        <ChangePlanDialog
          subscription={subscription}
          to={changing}
          now={now}
          onDismiss={() => setChangeTo(null)}
          onConfirm={() => {
            setChangeTo(null);
            checkout.start({ planType: changing, billing, isChange: true });
          }}
        />
      )}
      {checkout.confirmUrl && <ConfirmPaymentDialog url={checkout.confirmUrl} onDismiss={checkout.endConfirming} />}
    </>
  );
}

function introduction(location: Location<unknown>, isPaymentPending: boolean): string {
  if (isUpgrading(location)) return "A paid plan opens every dialogue in the language you choose.";
  const start = `Start for free with example dialogues in ${languageLabel(exampleLanguage)}.`;
  if (!isPlanNeeded(location)) return start;
  return isPaymentPending
    ? "Your bank payment has not arrived yet. To continue without it, choose Free."
    : `Choose a plan to continue. ${start}`;
}

export function PricingPage() {
  const { data: account } = useAccount();
  const location = useLocation();
  const settled = useSkeletonDelay();
  return (
    <main className="page wide" id="main">
      <PageTitle>Choose Your Plan</PageTitle>
      <header className="page-head">
        <h1>Choose Your Plan</h1>
        <p>{introduction(location, account?.subscription?.pending !== undefined)}</p>
      </header>
      {settled && account ? (
        <PlanChoice subscription={account.subscription} language={account.profile.language_preference} />
      ) : (
        <PlansSkeleton language={account?.profile.language_preference} />
      )}
      <LanguageLookup />
      {account && subscriptionStatus(account.subscription, serverNow()) === "none" && <SetupHelp />}
    </main>
  );
}
