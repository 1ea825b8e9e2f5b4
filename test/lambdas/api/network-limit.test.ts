import { request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { callLimits } from "../../../domain/call-limit.ts";
import { createEmail } from "../../support/learner.ts";
import { cloud } from "../support/learners.ts";

/** Sends a request from one of the machine's addresses, which counts as another network. */
function askFrom(localAddress: string): Promise<{ status: number; body: unknown }> {
  const body = JSON.stringify({ email_to_check: createEmail() });
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>();
  const call = request(`${cloud.apiUrl}/check-user-provider`, { method: "POST", localAddress }, (response) => {
    text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(answer) }), reject);
  });
  call.on("error", reject);
  call.setHeader("content-type", "application/json");
  call.end(body);
  return promise;
}

test("the call limit of a network does not affect other networks", async () => {
  const { calls } = callLimits["account-check-network"];
  const stranger = "127.0.0.66";
  const answers: Awaited<ReturnType<typeof askFrom>>[] = [];
  while (answers.length < 3 * calls) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => askFrom(stranger)))));
  }
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 429]);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(calls);
  expect(refused.length).toBeGreaterThanOrEqual(2 * calls);
  // This is the message of the handler. The gateway's common limit of all callers was not reached.
  for (const { body } of refused) expect(body).toMatchObject({ code: "too_many_requests" });
  expect(await askFrom("127.0.0.67")).toMatchObject({ status: 200, body: { user_exists: false } });
});
