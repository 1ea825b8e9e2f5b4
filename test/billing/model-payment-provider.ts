import { isPaymentOpen } from "../../domain/plans/purchase.ts";
import type { PaymentProvider } from "../../lambdas/payments/payment-provider.ts";
import { paymentOpenRefusal } from "../../lambdas/payments/plan-refusals.ts";
import type { StripeModel } from "./stripe-model.ts";

export function createModelPaymentProvider(
  model: StripeModel,
  delay: (what: string) => Promise<void>,
): PaymentProvider {
  const call = async <Result>(what: string, work: () => Result): Promise<Result> => {
    await delay(`${what} asked`);
    const result = work();
    await delay(`${what} answered`);
    return result;
  };
  return {
    createCustomer: () => call("createCustomer", () => "cus_1"),
    customersOfLearner: () => Promise.reject(new Error("The model's learner deletes no account")),
    hasCustomer: () => call("hasCustomer", () => true),
    monthsOf: () => Promise.reject(new Error("The model's customer is never deleted")),
    billingOf: () => call("billingOf", () => model.billing()),
    openCheckout: (_customer, _user, choice) =>
      call("openCheckout", () => {
        model.openPage(choice);
        return "https://pay.example/";
      }),
    changePlan: (id, plan) =>
      call("changePlan", () => {
        if (model.subscriptions.some((one) => one.id === id && isPaymentOpen(one))) throw paymentOpenRefusal();
        return { chargedCents: model.changePlan(id, plan) };
      }),
    setEnding: (id, ending) => call("setEnding", () => model.setEnding(id, ending)),
    resumeChanged: () => Promise.reject(new Error("The model's payments need no confirmation")),
    cancelAndRefund: (id) => call("cancelAndRefund", () => model.undo(id)),
    refund: (id, because) => call("refund", () => model.refundRest(id, because)),
    withholdCredit: () => call("withholdCredit", () => model.withhold()),
    startNow: () => Promise.reject(new Error("The model's payments take no time")),
    closePages: () => call("closePages", () => model.closePages()),
    voidInvoices: (id) => call("voidInvoices", () => model.forgive(id)),
    closeCustomer: () => Promise.reject(new Error("The model's learner stays")),
    refundLate: () => Promise.reject(new Error("The model's customer is never deleted")),
    notePaid: () => Promise.reject(new Error("The model's payments take no time")),
    openPortal: () => call("openPortal", () => "https://portal.example/"),
    readEvent: () => Promise.reject(new Error("The model delivers no webhooks")),
  };
}
