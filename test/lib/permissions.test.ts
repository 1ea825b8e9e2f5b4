import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPermissionsPage } from "./support/permissions-page.ts";
import { root, synthesise } from "./support/synthesise.ts";

test("docs/permissions.md is the page that npm run permissions creates from the template", () => {
  const page = readFileSync(join(root, "docs/permissions.md"), "utf8");
  expect(page).toBe(createPermissionsPage(synthesise()));
});

test("docs/permissions.md lists the table subscriptions and one other database resource for Stripe's webhook", () => {
  const rows = readFileSync(join(root, "docs/permissions.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `webhooks/stripe-webhook` |"));
  expect(rows).toContain("| `webhooks/stripe-webhook` | `Data/subscriptions` | dynamodb:GetItem, dynamodb:PutItem |");
  expect(rows.filter((row) => row.includes("`Data/"))).toHaveLength(2);
});
