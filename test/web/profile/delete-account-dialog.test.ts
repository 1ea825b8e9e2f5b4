import { expect, test } from "vitest";
import { deletionTerms } from "../../../web/src/features/profile/delete-account-dialog.tsx";
import { calledOff, expired, followed, free, inDays, now, recurring, waiting } from "../plans/subscriptions.ts";

const debit = { plan_type: "pro", billing: "once", since: inDays(-1), cents: 1999 } as const;
const ends = "ends at once. The remaining time is not refunded.";
const endAtOnce = "end at once. The remaining time is not refunded.";

test.each([
  ["no subscription", null, []],
  ["the free plan", free, []],
  ["a monthly plan", recurring, [`Your Pro plan ${ends}`]],
  ["a cancelled next plan", calledOff, [`Your Plus plan ${ends}`]],
  ["Plus with Pro as the next plan", waiting, [`Your Plus and Pro plans ${endAtOnce}`]],
  [
    "a month of Premium and a month of Plus before Pro",
    {
      ...recurring,
      first_billed_at: inDays(55),
      stages: [
        { plan_type: "premium" as const, starts_at: inDays(-5), ends_at: inDays(25), recurring: false },
        { plan_type: "plus" as const, starts_at: inDays(25), ends_at: inDays(55), recurring: false },
        { plan_type: "pro" as const, starts_at: inDays(55), ends_at: null, recurring: true },
      ],
    },
    [`Your Premium, Plus, and Pro plans ${endAtOnce}`],
  ],
  ["cancelled Pro with a following month", followed, [`Your Pro and Plus plans ${endAtOnce}`]],
  [
    "a pending bank debit",
    { ...free, pending: debit },
    [
      "Your bank is still paying $19.99 for a month of Pro. If the money arrives after the deletion, we refund it in full.",
    ],
  ],
  [
    "a monthly plan and a pending bank debit",
    { ...recurring, pending: debit },
    [
      `Your Pro plan ${ends}`,
      "Your bank is still paying $19.99 for a month of Pro. If the money arrives after the deletion, we refund it in full.",
    ],
  ],
  [
    "a pending bank debit and credit",
    { ...expired, credit_cents: 1001, pending: { ...debit, billing: "monthly" as const, cents: 998 } },
    [
      "Your bank is still paying $9.98 for Pro. If the money arrives after the deletion, we refund it in full.",
      "Your credit of $10.01 is lost.",
    ],
  ],
  ["a debt", { ...expired, credit_cents: -500 }, []],
])("deletionTerms states what happens to plans, debits and credit, if any, for %s", (_, subscription, terms) => {
  expect(deletionTerms(subscription, now)).toEqual(terms);
});
