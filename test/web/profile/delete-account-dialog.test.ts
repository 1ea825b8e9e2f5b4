import { expect, test } from "vitest";
import { deletionTerms } from "../../../web/src/features/profile/delete-account-dialog.tsx";
import { calledOff, expired, followed, free, inDays, now, recurring, waiting } from "../plans/subscriptions.ts";

const debit = { plan_type: "pro", billing: "once", since: inDays(-1), cents: 1999 } as const;
const ends = "ends at once. The remaining time is not refunded, and nothing more is charged.";
const endAtOnce = "end at once. The remaining time is not refunded, and nothing more is charged.";

test.each([
  [null, []],
  [free, []],
  [recurring, [`Your Pro plan ${ends}`]],
  [calledOff, [`Your Plus plan ${ends}`]],
  [waiting, [`Your Plus and Pro plans ${endAtOnce}`]],
  [followed, [`Your Pro and Plus plans ${endAtOnce}`]],
  [
    { ...free, pending: debit },
    [
      "Your bank is still paying $19.99 for a month of Pro. If the money arrives after the deletion, we refund it in full.",
    ],
  ],
  [
    { ...expired, credit_cents: 1001, pending: { ...debit, billing: "monthly" as const, cents: 998 } },
    [
      "Your bank is still paying $9.98 for Pro. If the money arrives after the deletion, we refund it in full.",
      "Your credit of $10.01 is lost. It is not paid out.",
    ],
  ],
  [{ ...expired, credit_cents: -500 }, []],
])("says what happens to plans and money before an account is deleted, %#", (subscription, terms) => {
  expect(deletionTerms(subscription, now)).toEqual(terms);
});
