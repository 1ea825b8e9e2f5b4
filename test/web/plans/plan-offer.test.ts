import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { planCatalogue } from "../../../domain/plans/plan.ts";
import { PlanOffer } from "../../../web/src/features/plans/plan-offer.tsx";

const ignore = () => undefined;

test("PlanOffer says when a pending bank payment started", () => {
  const [, plan] = planCatalogue;
  if (!plan) throw new Error("The catalogue has no paid plan");
  const offer = { kind: "pending", since: "2026-11-26T09:00:00.000Z" } as const;
  const given = { plan, offer, note: null, busy: false, onFree: ignore, onPaid: ignore };
  expect(renderToStaticMarkup(createElement(PlanOffer, given))).toContain(
    "Your bank payment for this plan started on Nov 26, 2026 and takes a few days.",
  );
});
