import { change, need, ofCustomer } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { operation } from "../protocol/operation.ts";

/** Nothing is paid any more with a method that was taken from its customer. */
const detach = operation("POST", "/payment_methods/:id/detach", {}, (account, _, id) => {
  const method = need(account, "payment_method", id);
  if (method.customer === null) {
    throw invalidRequest("The payment method you provided is not attached to a customer so detachment is impossible.");
  }
  const customer = need(account, "customer", method.customer);
  const settings = customer.invoice_settings;
  if (settings.default_payment_method === id) {
    const invoice_settings = { ...settings, default_payment_method: null };
    change(account, customer, { invoice_settings }, "customer.updated");
  }
  for (const subscription of ofCustomer(account, "subscription", method.customer)) {
    if (subscription.default_payment_method !== id) continue;
    change(account, subscription, { default_payment_method: null }, "customer.subscription.updated");
  }
  return change(account, method, { customer: null }, "payment_method.detached");
});

export const paymentMethodOperations = [detach];
