import { type Account, addObject, updateObject } from "../account/account.ts";
import { newId, type StoredBalanceTransaction, type StoredCustomer } from "../account/stored.ts";

type BalanceChange = Pick<StoredBalanceTransaction, "amount" | "description" | "metadata" | "invoice" | "type">;

/**
 * Amounts are in cents. A negative balance is a credit for the customer:
 * https://docs.stripe.com/billing/customer/balance#types
 */
export function changeBalance(
  account: Account,
  customer: StoredCustomer,
  given: BalanceChange,
): StoredBalanceTransaction {
  const balance = customer.balance + given.amount;
  updateObject(account, customer, { balance }, "customer.updated");
  return addObject(account, {
    id: newId("cbtxn"),
    object: "customer_balance_transaction",
    checkout_session: null,
    created: account.now,
    credit_note: null,
    currency: "usd",
    customer: customer.id,
    customer_account: null,
    ending_balance: balance,
    livemode: false,
    ...given,
  });
}
