import { expect, test } from "vitest";
import { creditNote } from "../../../web/src/features/plans/credit-note.ts";
import { expired, free, recurring } from "./subscriptions.ts";

test.each([
  [{ ...expired, credit_cents: 1001 }, "monthly", "Your credit of $10.01 is used for the next bills first."],
  [
    { ...expired, credit_cents: 1001 },
    "once",
    "Your credit of $10.01 does not pay for single months. It stays for a plan that renews.",
  ],
  [{ ...free, credit_cents: 2000 }, "monthly", "Your credit of $20 is used for the next bills first."],
  [
    { ...free, credit_cents: -501 },
    "once",
    "You owe $5.01 from an earlier plan. It is added to the next bill of a plan that renews.",
  ],
  [recurring, "monthly", null],
] as const)("names credit and debt beside the plans, %#", (subscription, billing, text) => {
  expect(creditNote(subscription, billing)).toBe(text);
});
