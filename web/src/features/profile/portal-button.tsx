import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import { useCustomerPortal } from "../plans/use-customer-portal.ts";

/** The payment provider's page; only who pays every month has one. `urgent` where a payment is to be made there. */
export function PortalButton({ urgent }: { urgent: boolean }) {
  const portal = useCustomerPortal();
  const hintId = useId();
  return (
    <>
      <Button voice={urgent ? "ink" : "plain"} busy={portal.busy} onClick={portal.open} aria-describedby={hintId}>
        Customer Portal
      </Button>
      <p className="plan-hint" id={hintId}>
        Cards and invoices are in the Customer Portal, which opens in a new tab.
      </p>
    </>
  );
}
