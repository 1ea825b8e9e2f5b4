import Stripe from "stripe";
import { expect, test } from "vitest";
import { redirectLog } from "../../../../lambdas/runtime/log.ts";
import { createKeyedPayments } from "../../support/stripe-keys.ts";

const aMinute = 60_000;

test("rotated Stripe keys replace the cached keys after five minutes", async () => {
  const { create, keep, requests, time, taken } = await createKeyedPayments("sk_test_old");
  await create();
  await keep("sk_test_new", "whsec_new");
  time.ms += 5 * aMinute - 1;
  await create();
  taken.apiKey = "sk_test_new";
  time.ms += 1;
  await create();
  expect(requests.map(({ apiKey }) => apiKey)).toEqual(["sk_test_old", "sk_test_old", "sk_test_new"]);
});

test("a new read of unchanged Stripe keys does not replace the Stripe client", async () => {
  const { open, keep, readings, time } = await createKeyedPayments("sk_test_old");
  const first = await open();
  for (let call = 0; call < 9; call += 1) {
    time.ms += aMinute;
    expect(await open()).toBe(first);
  }
  expect(readings()).toBe(2);
  await keep("sk_test_new", "whsec_new");
  time.ms += 5 * aMinute;
  expect(await open()).toMatchObject({ webhookSecret: "whsec_new" });
});

test("cached Stripe keys are used while the secret is unreadable, until a caller reports the keys as refused", async () => {
  const { open, create, readings, requests, secrets, time, taken } = await createKeyedPayments("sk_test_old");
  redirectLog(() => {});
  await create();
  await secrets.close();
  time.ms += 5 * aMinute;
  for (let call = 0; call < 3; call += 1) await create();
  expect(requests.map(({ apiKey }) => apiKey)).toEqual(Array(4).fill("sk_test_old"));
  expect(readings()).toBe(2);
  time.ms += aMinute;
  taken.apiKey = "sk_test_new";
  const access = await open();
  time.ms += aMinute;
  await expect(open(access)).rejects.toThrow(/ECONNREFUSED/);
});

test("600 bad signatures in a minute cause at most seven reads of the secret", async () => {
  const { payments, readings, time } = await createKeyedPayments("sk_test_old");
  const forged = new Stripe("sk_test_1").webhooks.generateTestHeaderString({ payload: "{}", secret: "whsec_forged" });
  for (let call = 0; call < 600; call += 1) {
    await expect(payments.readEvent("{}", forged)).rejects.toMatchObject({ code: "bad_signature" });
    time.ms += 100;
  }
  expect(readings()).toBeGreaterThan(1);
  expect(readings()).toBeLessThanOrEqual(7);
});

test("a call with a refused Stripe key is repeated with the newly stored key", async () => {
  const { create, keep, requests, time, taken } = await createKeyedPayments("sk_test_old");
  await create();
  await keep("sk_test_new", "whsec_new");
  taken.apiKey = "sk_test_new";
  time.ms += aMinute;
  expect(await create()).toBe("cus_9");
  expect(requests.map(({ apiKey }) => apiKey)).toEqual(["sk_test_old", "sk_test_old", "sk_test_new"]);
});

test("a call with a refused Stripe key throws until another key is stored", async () => {
  const { create, keep, time } = await createKeyedPayments("sk_test_new");
  await expect(create()).rejects.toThrow("Invalid API Key");
  time.ms += aMinute;
  await expect(create()).rejects.toThrow("Invalid API Key");
  await keep("sk_test_new", "whsec_new");
  time.ms += aMinute;
  expect(await create()).toBe("cus_9");
});

test("a bad signature causes a new read of the secret unless the last read was a moment ago", async () => {
  const { payments, keep, time } = await createKeyedPayments("sk_test_old");
  const payload = JSON.stringify({
    id: "evt_1",
    created: 1,
    type: "invoice.paid",
    data: { object: { customer: "cus_1" } },
  });
  const read = (secret: string) =>
    payments.readEvent(payload, new Stripe("sk_test_1").webhooks.generateTestHeaderString({ payload, secret }));
  expect(await read("whsec_old")).toMatchObject({ customerId: "cus_1" });
  time.ms += aMinute;
  await expect(read("whsec_forged")).rejects.toMatchObject({ code: "bad_signature" });
  await keep("sk_test_old", "whsec_new");
  // The forged event caused a read of the secret a moment ago, so this event causes none.
  await expect(read("whsec_new")).rejects.toMatchObject({ code: "bad_signature" });
  time.ms += aMinute;
  expect(await read("whsec_new")).toMatchObject({ customerId: "cus_1" });
  await expect(read("whsec_old")).rejects.toMatchObject({ code: "bad_signature" });
});
