import { expect, test } from "vitest";
import { callLimits } from "../../../domain/call-limit.ts";
import { createEmail } from "../../support/learner.ts";
import { askFrom } from "../support/ask-from.ts";

const checkFrom = (address: string) => askFrom(address, "check-user-provider", { email_to_check: createEmail() });

test("the call limit of a network does not affect another network", async () => {
  const { calls } = callLimits["account-check-network"];
  const stranger = "127.0.0.66";
  const answers: Awaited<ReturnType<typeof checkFrom>>[] = [];
  while (answers.length < 3 * calls) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => checkFrom(stranger)))));
  }
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 429]);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(calls);
  expect(refused.length).toBeGreaterThanOrEqual(2 * calls);
  // The gateway's refusals have no code, so the handler refused these calls.
  for (const { body } of refused) expect(body).toMatchObject({ code: "too_many_requests" });
  expect(await checkFrom("127.0.0.67")).toMatchObject({ status: 200, body: { user_exists: false } });
});
