import { type Account, change, need } from "../account/account.ts";
import type { StoredSession } from "../account/stored.ts";

/** Ends a session that was not paid; so ends the payment that may have been tried. */
export function expireSession(account: Account, session: StoredSession): StoredSession {
  if (session.payment_intent !== null) {
    const intent = need(account, "payment_intent", session.payment_intent);
    const fields = { status: "canceled", canceled_at: account.now, cancellation_reason: "expired" } as const;
    change(account, intent, fields, "payment_intent.canceled");
  }
  return change(account, session, { status: "expired", url: null }, "checkout.session.expired");
}
