import { describe, expect, test } from "vitest";
import { routes } from "../../../domain/api.ts";
import type { Route } from "../../../domain/http/route.ts";
import { pathOf, request } from "../support/call-api.ts";
import { goodRequests } from "../support/good-requests.ts";
import { cloud } from "../support/learners.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const names = Object.keys(goodRequests) as (keyof typeof goodRequests)[];
const table: Record<string, Route> = routes;

function methodsMissingAt(name: (typeof names)[number]): string[] {
  const offered = Object.values(table)
    .filter(({ path }) => path === routes[name].path)
    .map(({ method }) => method as string);
  return methods.filter((method) => !offered.includes(method));
}

const send = (method: string, path: string, init: RequestInit = {}) =>
  request(cloud.apiUrl, path, { method, ...(method === "GET" ? {} : { body: "{}" }), ...init });

const notFound = { status: 404, body: { message: "Not Found" } };

describe("an unsupported method", () => {
  const cases = names.flatMap((name) => methodsMissingAt(name).map((method) => [method, name] as const));

  test.each(cases)("returns 404: method %s for %s", async (method, name) => {
    expect(await send(method, pathOf(name, goodRequests[name].params))).toMatchObject(notFound);
  });

  test("returns 404 even if the path parameter is invalid", async () => {
    expect(await send("GET", "/completed-scenarios/NO%20SUCH")).toMatchObject(notFound);
  });
});

describe("an invalid path", () => {
  test.each([
    "/",
    "/accounts",
    "/account/",
    "/Account",
    "/account/export/more",
    "//account",
    "/progress/emp-1",
    "/progress/emp-1/segment-1/more",
    "/progress//segment-1",
    "/completed-scenarios/",
    "/$default",
    "/no-such-route",
    "/__proto__",
    "/account%2F",
    "/..%2f..%2fetc%2fpasswd",
    "/%00",
    `/${"a".repeat(4000)}`,
  ])("returns 404: %s", async (path) => {
    for (const method of methods) expect(await send(method, path)).toMatchObject(notFound);
  });

  test("returns 404 for a request with a query, an unreadable body or no body", async () => {
    expect(await send("GET", "/accounts?id=1")).toMatchObject(notFound);
    expect(await send("POST", "/accounts", { body: "{" })).toMatchObject(notFound);
    expect(await send("POST", "/accounts", { body: null })).toMatchObject(notFound);
  });

  test("with malformed percent-encoding returns a client error", async () => {
    for (const path of ["/%", "/%E0%A4%A", "/completed-scenarios/%ZZ"]) {
      expect([400, 401, 404]).toContain((await send("PUT", path)).status);
    }
  });
});

test("a HEAD request for /account returns 404", async () => {
  const response = await fetch(`${cloud.apiUrl}/account`, { method: "HEAD" });
  expect(response.status).toBe(404);
});
