import { describe, expect, test } from "vitest";
import type { PlanChoice } from "../../../../lambdas/payments/payment-provider.ts";
import {
  failed,
  list,
  ok,
  type StripeAnswer,
  type StripeRequest,
  startScriptedStripe,
} from "../../../support/stripe-server.ts";
import { aPrice, aSession, isoOn, secondsOn } from "../../support/stripe-objects.ts";

type Session = ReturnType<typeof aSession>;
const sessionsPath = "/v1/checkout/sessions";
const invalid = (message: string) => failed(400, { type: "invalid_request_error", message });
const monthly: PlanChoice = { plan: "pro", billing: "monthly" };
const home = "https://app.example";

/** Imitates Stripe's idempotency keys and its list of payment pages, newest first. */
async function pages(...given: Session[]) {
  const sessions = [...given];
  const byKey = new Map<string, StripeAnswer>();
  const create = ({ params, idempotencyKey = "" }: StripeRequest): StripeAnswer => {
    const before = byKey.get(idempotencyKey);
    if (before) return before;
    const id = `cs_new_${sessions.length}`;
    const metadata = Object.fromEntries(
      ["lookup_key", "origin", "first_billed_at", "credit_pays"].map((key) => [key, params[`metadata[${key}]`]]),
    );
    const session = aSession({ id, url: `https://pay.example/${id}`, created: secondsOn(10), metadata });
    sessions.unshift(session);
    byKey.set(idempotencyKey, ok(session));
    return ok(session);
  };
  // Without `limit`, Stripe lists ten sessions. Without `customer`, Stripe lists the sessions of all customers:
  // https://docs.stripe.com/api/checkout/sessions/list
  const listOpen = ({ params }: StripeRequest): StripeAnswer => {
    const asked = sessions.filter(
      ({ status, customer }) =>
        status === (params["status"] ?? status) && customer === (params["customer"] ?? customer),
    );
    return list(...asked.slice(0, Number(params["limit"] ?? 10)));
  };
  const byId = Object.fromEntries(
    [...given.map(({ id }) => id), "cs_new_0", "cs_new_1", "cs_new_2"].flatMap((id) => [
      [
        `POST ${sessionsPath}/${id}/expire`,
        () => {
          const at = sessions.findIndex((session) => session.id === id);
          const session = sessions[at];
          if (session?.status !== "open") return invalid("Only open pages can be closed");
          sessions[at] = { ...session, status: "expired" };
          return ok(sessions[at]);
        },
      ],
      [`GET ${sessionsPath}/${id}`, () => ok(sessions.find((session) => session.id === id))],
    ]),
  );
  const script = {
    "GET /v1/prices": ({ params }: StripeRequest) => list(aPrice(params["lookup_keys[0]"] ?? "")),
    [`GET ${sessionsPath}`]: listOpen,
    [`POST ${sessionsPath}`]: create,
    ...byId,
  };
  const stripe = await startScriptedStripe(script);
  const choose = (choice: PlanChoice = monthly, origin = home) =>
    stripe.payments.openCheckout("cus_1", "asha", choice, origin);
  const open = () => sessions.filter(({ status }) => status === "open").map(({ id }) => id);
  const made = () => stripe.requests.filter(({ call }) => call === `POST ${sessionsPath}`);
  return { ...stripe, script, sessions, choose, open, made };
}

const other = { lookup_key: "parlance_plus_once", origin: home };

describe("a checkout page", () => {
  const common = {
    customer: "cus_1",
    client_reference_id: "asha",
    "line_items[0][quantity]": "1",
    "metadata[user_id]": "asha",
    "metadata[origin]": home,
    success_url: `${home}/payment-success`,
  };

  test("is requested in subscription mode with the learner's metadata for a monthly plan", async () => {
    const { choose, made } = await pages();
    expect(await choose()).toBe("https://pay.example/cs_new_0");
    expect(made()[0]?.params).toMatchObject({
      ...common,
      mode: "subscription",
      "line_items[0][price]": "price_parlance_pro_monthly",
      "metadata[lookup_key]": "parlance_pro_monthly",
      "subscription_data[metadata][user_id]": "asha",
      "subscription_data[metadata][plan_type]": "pro",
      "subscription_data[metadata][billing]": "monthly",
    });
  });

  test("is requested in payment mode with the learner's metadata for a single month", async () => {
    const { choose, made } = await pages();
    await choose({ plan: "plus", billing: "once" });
    expect(made()[0]?.params).toMatchObject({
      ...common,
      mode: "payment",
      "line_items[0][price]": "price_parlance_plus_once",
      "payment_intent_data[metadata][user_id]": "asha",
      "payment_intent_data[metadata][plan_type]": "plus",
      "payment_intent_data[metadata][billing]": "once",
    });
    expect(made()[0]?.params["cancel_url"]).toMatch(/^https:\/\/app\.example\/pricing/);
  });

  test("has the usual return URL and no trial if credit pays", async () => {
    const { choose, made } = await pages();
    await choose({ ...monthly, creditPays: true });
    expect(made()[0]?.params).toMatchObject({ success_url: `${home}/payment-success` });
    expect(Object.keys(made()[0]?.params ?? {}).filter((key) => /trial|waits/.test(key))).toEqual([]);
  });

  test("has a trial only if the plan choice states the date of the first bill", async () => {
    const { choose, made } = await pages();
    await choose({ ...monthly, firstBilledAt: isoOn(1, 2) });
    await choose(monthly);
    expect(made()[0]?.params).toMatchObject({
      success_url: `${home}/payment-success`,
      "subscription_data[trial_end]": String(secondsOn(1, 2)),
      "subscription_data[metadata][waits_for_months]": "true",
    });
    expect(Object.keys(made()[1]?.params ?? {}).filter((key) => /trial|waits/.test(key))).toEqual([]);
  });

  test("of another customer is not returned and not closed", async () => {
    const theirs = aSession({ id: "cs_theirs", customer: "cus_2", url: "https://pay.example/theirs" });
    const { choose, open } = await pages({ ...theirs, metadata: { lookup_key: "parlance_pro_monthly", origin: home } });
    expect(await choose()).not.toBe("https://pay.example/theirs");
    expect(open()).toContain("cs_theirs");
  });

  test("is closed when another plan is chosen, even if twelve completed pages are newer", async () => {
    const done = Array.from({ length: 12 }, (_, at) => aSession({ id: `cs_done_${at}`, status: "complete" }));
    const { choose, open } = await pages(...done, aSession({ id: "cs_old", metadata: other }));
    await choose();
    expect(open()).not.toContain("cs_old");
  });

  test("is closed when the date of the first bill changes", async () => {
    const { choose, open, made } = await pages(aSession());
    await choose({ ...monthly, firstBilledAt: isoOn(1, 2) });
    await choose({ ...monthly, firstBilledAt: isoOn(1, 2) });
    await choose({ ...monthly, firstBilledAt: isoOn(2, 2) });
    expect([open(), made().length]).toEqual([["cs_new_2"], 2]);
  });

  test("is returned again for the same plan choice and origin", async () => {
    const { choose, posts } = await pages(aSession());
    expect(await choose()).toBe("https://pay.example/cs_1");
    expect(posts()).toEqual([]);
  });

  test("is closed if its plan or origin differs from the request", async () => {
    const elsewhere = { lookup_key: "parlance_pro_monthly", origin: "http://localhost:5173" };
    const { choose, open } = await pages(
      aSession({ id: "cs_2", metadata: other }),
      aSession({ id: "cs_3", metadata: elsewhere }),
      aSession({ id: "cs_4", metadata: {} }),
    );
    expect(await choose()).toBe("https://pay.example/cs_new_3");
    expect(open()).toEqual(["cs_new_3"]);
  });

  test("is replaced by a new page if it is completed or expired", async () => {
    for (const status of ["complete", "expired"]) {
      const { choose, posts, sessions } = await pages(aSession({ status }));
      expect(await choose()).toBe("https://pay.example/cs_new_1");
      expect(posts()).toHaveLength(1);
      expect(sessions.at(-1)).toHaveProperty("status", status);
    }
  });

  test("does not prevent a new page if it is completed while it is being closed", async () => {
    const { script } = await pages(aSession({ metadata: other }));
    const paid = {
      [`POST ${sessionsPath}/cs_1/expire`]: invalid("It is complete"),
      [`GET ${sessionsPath}/cs_1`]: ok(aSession({ status: "complete" })),
    };
    const { payments } = await startScriptedStripe({ ...script, ...paid });
    expect(await payments.openCheckout("cus_1", "asha", monthly, home)).toBe("https://pay.example/cs_new_1");
  });

  test("prevents a new page if it cannot be closed", async () => {
    const { script } = await pages(aSession({ metadata: other }));
    const stuck = { ...script, [`POST ${sessionsPath}/cs_1/expire`]: invalid("Not now") };
    const { payments, posts } = await startScriptedStripe(stuck);
    await expect(payments.openCheckout("cus_1", "asha", monthly, home)).rejects.toThrow("Not now");
    expect(posts()).toEqual([[`POST ${sessionsPath}/cs_1/expire`, {}]]);
  });

  test("cannot be created without a price, and the error names the command to run", async () => {
    const { script } = await pages();
    const { payments, posts } = await startScriptedStripe({ ...script, "GET /v1/prices": list() });
    await expect(payments.openCheckout("cus_1", "asha", monthly, home)).rejects.toThrow(
      "Stripe has no price with the lookup key parlance_pro_monthly; run npm run stripe:setup",
    );
    expect(posts()).toEqual([]);
  });
});

describe("simultaneous checkouts", () => {
  test("of the same plan return one page and use one idempotency key", async () => {
    const { choose, made, open } = await pages();
    const [first, second] = await Promise.all([choose(), choose()]);
    expect(first).toBe(second);
    expect(open()).toHaveLength(1);
    const keys = made().map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(1);
  });

  test("of two plans leave one payable page", async () => {
    const { choose, open, sessions } = await pages();
    const choices: PlanChoice[] = [monthly, { plan: "plus", billing: "once" }];
    const outcomes = await Promise.allSettled(choices.map((choice) => choose(choice)));
    expect(open()).toHaveLength(1);
    const keys = ["parlance_pro_monthly", "parlance_plus_once"];
    for (const [nth, outcome] of outcomes.entries()) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "checkout_under_way" });
      else expect(sessions.find(({ url }) => url === outcome.value)?.metadata).toMatchObject({ lookup_key: keys[nth] });
    }
  });

  test("close the older page and refuse its request if a newer page offers another plan", async () => {
    const newer = aSession({ id: "cs_9", created: secondsOn(11), metadata: other });
    const world = await pages();
    const opened = {
      [`POST ${sessionsPath}`]: (request: StripeRequest) => {
        const answer = world.script[`POST ${sessionsPath}`](request);
        world.sessions.unshift(newer);
        return answer;
      },
    };
    const { payments } = await startScriptedStripe({ ...world.script, ...opened });
    await expect(payments.openCheckout("cus_1", "asha", monthly, home)).rejects.toMatchObject({
      code: "checkout_under_way",
    });
    expect(world.open()).toEqual(["cs_9"]);
  });
});

describe("the idempotency key of a checkout page", () => {
  const keyAfter = async (session: Session | null, choice?: PlanChoice, origin?: string) => {
    const { choose, made } = await pages(...(session ? [session] : []));
    await choose(choice, origin);
    return made()[0]?.idempotencyKey;
  };

  test("differs by plan, billing, date of the first bill, origin and previous page", async () => {
    const expired = aSession({ status: "expired" });
    const keys = await Promise.all([
      keyAfter(null),
      keyAfter(null, { plan: "plus", billing: "monthly" }),
      keyAfter(null, { plan: "pro", billing: "once" }),
      keyAfter(null, { ...monthly, firstBilledAt: isoOn(1, 2) }),
      keyAfter(null, monthly, "http://localhost:5173"),
      keyAfter(expired),
      keyAfter({ ...expired, id: "cs_2" }),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(await keyAfter(expired)).toBe(keys[5]);
  });
});
