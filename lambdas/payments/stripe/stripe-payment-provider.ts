import Stripe from "stripe";
import { Refusal } from "../../../domain/http/refusal.ts";
import type { PaymentProvider } from "../payment-provider.ts";
import { expireOpenSessions, findPrice, openCheckoutPage } from "./checkout.ts";
import { type GetStripeAccess, nullIfMissing, type StripeAccess, toPaymentRefusal } from "./client.ts";
import { closeCustomer, refundLatePayments } from "./close-customer.ts";
import { withholdCredit } from "./credit.ts";
import { fetchCustomerBilling } from "./customer-billing.ts";
import { createCustomer, customersOfLearner, hasCustomer } from "./customers.ts";
import { readEvent } from "./events.ts";
import { changePlan, resumeChanged, setEnding } from "./plan-changes.ts";
import { openPortal, type PortalCache } from "./portal.ts";
import { cancelAndRefund, refund, voidInvoices } from "./refund.ts";
import { restartFirstPeriod } from "./restart-first-period.ts";
import { fetchSingleMonths, saveArrival, supersededMetadata } from "./single-months.ts";

const isKeyRefused = (error: unknown) => error instanceof Stripe.errors.StripeAuthenticationError;
const isSignatureRefused = (error: unknown) => error instanceof Refusal && error.code === "bad_signature";

export function createStripePaymentProvider(access: GetStripeAccess): PaymentProvider {
  const portals: PortalCache = new WeakMap();
  /** While the secret is unchanged, `access` returns the same object, so `work` does not run again. */
  const withKeys = async <Result>(
    work: (access: StripeAccess) => Promise<Result>,
    isRefused: (error: unknown) => boolean,
  ): Promise<Result> => {
    const opened = await access();
    try {
      return await work(opened);
    } catch (error) {
      const reread = isRefused(error) ? await access(opened) : opened;
      if (reread === opened) throw error;
      return work(reread);
    }
  };
  const using = async <Result>(
    work: (access: StripeAccess) => Promise<Result>,
    isRefused: (error: unknown) => boolean = isKeyRefused,
  ): Promise<Result> => {
    try {
      return await withKeys(work, isRefused);
    } catch (error) {
      throw toPaymentRefusal(error);
    }
  };
  return {
    createCustomer: (userId, email, former) => using(({ stripe }) => createCustomer(stripe, userId, email, former)),
    customersOfLearner: (userId) => using(({ stripe }) => customersOfLearner(stripe, userId)),
    hasCustomer: (customerId) => using(({ stripe }) => hasCustomer(stripe, customerId)),
    billingOf: (customerId) => using(({ stripe }) => fetchCustomerBilling(stripe, customerId)),
    monthsOf: (customerId) =>
      using(
        async ({ stripe }) =>
          (await nullIfMissing(fetchSingleMonths(stripe, customerId))) ?? { single: [], pending: [] },
      ),
    openCheckout: (customer, userId, choice, origin) =>
      using(async ({ stripe }) => {
        const url = await openCheckoutPage(stripe, { customer, userId }, choice, origin);
        if (url) return url;
        throw new Refusal("checkout_under_way", "Another choice was made at the same time. Please try again.");
      }),
    changePlan: (id, plan) =>
      using(async ({ stripe }) => changePlan(stripe, id, await findPrice(stripe, { plan, billing: "monthly" }))),
    setEnding: (id, ending) => using(({ stripe }) => setEnding(stripe, id, ending)),
    resumeChanged: (id) => using(({ stripe }) => resumeChanged(stripe, id)),
    cancelAndRefund: (id) => using(({ stripe }) => cancelAndRefund(stripe, id)),
    refund: (id, because) =>
      using(({ stripe }) => refund(stripe, id, because === "superseded" ? supersededMetadata : {})),
    withholdCredit: (customer) => using(({ stripe }) => withholdCredit(stripe, customer)),
    startNow: (id) => using(({ stripe }) => restartFirstPeriod(stripe, id)),
    closePages: (customer) => using(({ stripe }) => expireOpenSessions(stripe, customer)),
    voidInvoices: (id) => using(({ stripe }) => voidInvoices(stripe, id)),
    closeCustomer: (customer) => using(({ stripe }) => closeCustomer(stripe, customer)),
    refundLate: (customer) => using(({ stripe }) => refundLatePayments(stripe, customer)),
    notePaid: (payment) => using(({ stripe }) => saveArrival(stripe, payment)),
    openPortal: (customer, returnUrl) => using(({ stripe }) => openPortal(stripe, portals, customer, returnUrl)),
    readEvent: (rawBody, signature) =>
      using(
        (connected) => readEvent(connected, rawBody, signature),
        (error) => isKeyRefused(error) || isSignatureRefused(error),
      ),
  };
}
