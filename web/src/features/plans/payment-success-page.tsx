import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../../../domain/pages.ts";
import { hasPaidAccess } from "../../../../domain/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { dismissToast, showToast } from "../../ui/toasts.ts";
import { useAccount } from "../accounts/account.ts";
import { PaymentCard } from "./payment-card.tsx";
import { PaymentPending } from "./payment-pending.tsx";
import { usePlanClock } from "./plan-clock.ts";
import { type Result, resultLines, resultOf, resultTitle } from "./result-words.ts";
import { fromHome } from "./upgrading.ts";
import { useSubscriptionRefresh } from "./use-refresh.ts";
import "./payment.css";

type MissingPaymentProps = { failure: string | null; checking: boolean; onAgain: () => void };

/** What is said to somebody who waited, and whose payment is not there. */
function MissingPayment({ failure, checking, onAgain }: MissingPaymentProps) {
  const [asked, setAsked] = useState(false);
  const known = failure === null;
  const answer = known ? "Checked just now: no payment yet." : "Checked just now: no answer.";
  return (
    <Notice
      title={known ? "No Payment Yet" : "Payment Not Checked"}
      action={
        <>
          <div className="payment-actions">
            <Button
              voice="ink"
              busy={checking}
              onClick={() => {
                setAsked(true);
                onAgain();
              }}
            >
              Check again
            </Button>
            <Link className="button" to={paths.pricing} state={fromHome}>
              See the plans
            </Link>
          </div>
          <div className="payment-answer" role="status">
            {checking ? "Checking…" : asked && answer}
          </div>
        </>
      }
    >
      {known
        ? "No payment has arrived yet. If you left the payment page, nothing was charged. If you did pay, it may take a few minutes; this page shows it as soon as it is there."
        : `Your subscription could not be checked. ${failure}`}
    </Notice>
  );
}

/** A page that is loaded again has told its message already. */
const isReload = () =>
  performance
    .getEntriesByType("navigation")
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === "reload");

/**
 * Tells of what was paid or chosen on the payment provider's page, from which a browser comes by loading this one. That a
 * payment is being processed is told for as long as it is: beside a plan that is active it would be wrong.
 */
function useResultToast({ kind }: Result, active: boolean | null) {
  useEffect(() => {
    if (active !== false || kind !== "paid" || isReload()) return;
    const told = showToast(messages.paymentSuccessful);
    return () => dismissToast(told);
  }, [kind, active]);
  useEffect(() => {
    if (active && kind === "waits" && !isReload())
      showToast(messages.planChosen(resultTitle({ kind }), resultLines({ kind }, null, serverNow())));
  }, [kind, active]);
}

/**
 * The result of a choice of plan: of a payment, or of a change without one. It follows the account, which is updated as
 * soon as the payment is known.
 */
export function PaymentSuccessPage() {
  const { data: account } = useAccount();
  const result = resultOf(useLocation());
  const subscription = account?.subscription ?? null;
  const now = usePlanClock(subscription);
  const paid = hasPaidAccess(subscription, now) ? subscription : null;
  const { checking, failure, again } = useSubscriptionRefresh();
  const [waited, setWaited] = useState(false);
  const active = paid !== null;
  useResultToast(result, account ? active : null);
  const title = resultTitle(result);
  const state = { failure, checking, onAgain: again };
  if (!active && subscription?.pending) {
    return (
      <main className="page" id="main">
        <PageTitle>Payment Under Way</PageTitle>
        <PaymentPending pending={subscription.pending} />
      </main>
    );
  }
  return (
    <main className="page" id="main">
      <PageTitle>{waited && !active ? "Payment" : title}</PageTitle>
      {waited && !active ? (
        <MissingPayment {...state} />
      ) : (
        <PaymentCard
          key={String(waited)}
          title={title}
          lines={resultLines(result, paid, now)}
          paid={paid}
          {...state}
          onWaited={() => setWaited(true)}
        />
      )}
    </main>
  );
}
