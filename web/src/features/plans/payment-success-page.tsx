import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { serverNow } from "../../browser/server-time.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useAccount } from "../accounts/account.ts";
import { CheckingPayment, PaymentCard, PaymentPending } from "./payment-card.tsx";
import { usePlanClock } from "./plan-clock.ts";
import { planResult, type Result, resultLines, resultTitle } from "./plan-result.ts";
import { fromHome } from "./upgrading.ts";
import { useSubscriptionRefresh } from "./use-subscription-refresh.ts";
import "./payment.css";

type MissingPaymentProps = { failure: string | null; checking: boolean; onAgain: () => void };

function MissingPayment({ failure, checking, onAgain }: MissingPaymentProps) {
  const [asked, setAsked] = useState(false);
  const known = failure === null;
  const answer = known ? "Last check: no new payment." : "Last check: failed.";
  return (
    <Notice
      title={known ? "No New Payment" : "Payment Not Checked"}
      action={
        <>
          <div className="payment-actions">
            <Button
              variant="ink"
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
        ? "If you paid, wait a few minutes, then choose “Check again”."
        : `Your subscription could not be checked. ${failure}`}
    </Notice>
  );
}

/** A reload must not repeat the toast. */
const isReload = () =>
  performance
    .getEntriesByType("navigation")
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === "reload");

function useResultToast(result: Result | null) {
  const kind = result?.kind;
  useEffect(() => {
    if (isReload()) return;
    if (kind === "paid") showToast(messages.paymentSuccessful);
    if (kind === "waits") {
      showToast(messages.planChosen(resultTitle({ kind }), resultLines({ kind }, null, serverNow())));
    }
  }, [kind]);
}

/** True for a result that needs no check with the payment provider. */
const isKnown = ({ kind }: Result) => kind !== "plan" && kind !== "none";

function titleOf(result: Result): string {
  if (result.kind === "pending") return "Payment Processing";
  return result.kind === "none" ? "Payment" : resultTitle(result);
}

/** The result comes from the account and the navigation state, not from the URL. */
export function PaymentSuccessPage() {
  const { data: account } = useAccount();
  const { state } = useLocation();
  const subscription = account?.subscription ?? null;
  const now = usePlanClock(subscription);
  const { checking, checked, failure, again } = useSubscriptionRefresh();
  const stored = account ? planResult(subscription, state, now) : null;
  const result = stored && (checked || isKnown(stored)) ? stored : null;
  useResultToast(result);
  return (
    <main className="page" id="main">
      <PageTitle>{result ? titleOf(result) : "Payment"}</PageTitle>
      {result === null && <CheckingPayment />}
      {result?.kind === "pending" && <PaymentPending pending={result.pending} />}
      {result?.kind === "none" && <MissingPayment failure={failure} checking={checking} onAgain={again} />}
      {result && "row" in result && (
        <PaymentCard
          outcome={result}
          row={result.row}
          now={now}
          failure={failure}
          checking={checking}
          onAgain={again}
        />
      )}
    </main>
  );
}
