import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RouteName, routes } from "../../domain/api.ts";
import type { Route } from "../../domain/http/route.ts";
import { findRoute } from "../../local/gateway-api.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const table: [string, Route][] = Object.entries(routes);
const parameterNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
const sampleParameters = (path: string) =>
  Object.fromEntries(parameterNames(path).map((each) => [each, `some-${each}`]));
const fill = (path: string, params: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");

describe.each(table)("the route %s", (name, { method, path }) => {
  const names = parameterNames(path);
  const values = fc.record(Object.fromEntries(names.map((each) => [each, fc.stringMatching(/^[^/]+$/)])), {
    noNullPrototype: true,
  });
  const address = fill(path, sampleParameters(path));

  test("matches its own address, and returns the parameters unchanged", () => {
    fc.assert(
      fc.property(values, (params) => {
        expect(findRoute(method, fill(path, params))).toEqual({ name, params });
      }),
    );
  });

  test("matches no other method", () => {
    for (const other of methods.filter((each) => each !== method)) {
      expect(findRoute(other, address)?.name).not.toBe(name);
    }
    expect(findRoute(method.toLowerCase(), address)).toBeNull();
  });

  test("does not match a similar path", () => {
    const capitals = address.replace(/^\/\w/, (start) => start.toUpperCase());
    const oneLess = address.slice(0, address.lastIndexOf("/"));
    for (const other of [`${address}/`, `${address}/more`, `/${address}`, address.slice(1), oneLess, capitals]) {
      expect([other, findRoute(method, other)?.name]).not.toEqual([other, name]);
    }
  });
});

test.each(table.filter(([, { path }]) => parameterNames(path).length > 0))(
  "the route %s does not match a path with an empty parameter",
  (_, { method, path }) => {
    const sample = sampleParameters(path);
    for (const each of Object.keys(sample)) {
      expect(findRoute(method, fill(path, { ...sample, [each]: "" }))).toBeNull();
    }
  },
);

test.each<[string, string, RouteName]>([
  ["GET", "/account", "get-account"],
  ["PATCH", "/profile", "update-profile"],
  ["PUT", "/awaited-languages/bulgarian", "await-language"],
  ["PUT", "/progress/emp-1/segment-2", "save-progress"],
  ["GET", "/progress", "list-progress"],
  ["GET", "/completed-scenarios", "list-completed-scenarios"],
  ["PUT", "/completed-scenarios/emp-1", "complete-scenario"],
  ["DELETE", "/exam-attempts/a", "delete-exam-attempt"],
  ["GET", "/exam-attempts/a/markings", "list-exam-markings"],
  ["PATCH", "/exam-attempts/a/markings/b", "mark-exam-attempt"],
  ["DELETE", "/exam-attempts/a/markings/b", "delete-exam-marking"],
  ["GET", "/study-changes", "list-study-changes"],
  ["PUT", "/study-changes/a", "save-study-changes"],
])("findRoute matches %s %s to %s", (method, path, name) => {
  expect(findRoute(method, path)?.name).toBe(name);
});

test("findRoute reads parameters by their position in the path", () => {
  expect(findRoute("PUT", "/progress/emp-1/segment-2")?.params).toEqual({
    scenarioId: "emp-1",
    segmentId: "segment-2",
  });
});

test.each([
  "",
  "/",
  "//",
  "/nowhere",
  "/account/",
  "/Account",
  "/account?x=1",
  "account",
  "/completed-scenarios/",
  "/*",
])("findRoute matches no route at %j", (path) => {
  for (const method of methods) expect(findRoute(method, path)).toBeNull();
});

describe("encoded characters in a path", () => {
  test("are not decoded, so that an encoded slash does not split the path", () => {
    expect(findRoute("PUT", "/completed-scenarios/a%2Fb")?.params).toEqual({ scenarioId: "a%2Fb" });
    expect(findRoute("PUT", "/progress/emp-1%2Fsegment-2")).toBeNull();
  });

  test("are refused by a parameter's schema, and do not match a fixed part of a route", () => {
    const found = findRoute("PUT", "/completed-scenarios/%65mp-1");
    expect(routes["complete-scenario"].params.safeParse(found?.params).success).toBe(false);
    expect(findRoute("GET", "/%61ccount")).toBeNull();
  });
});

test("findRoute returns the route of the method and path, or null", () => {
  const part = fc.oneof(fc.constantFrom("account", "profile", "progress", "completed-scenarios", "x", ""), fc.string());
  const path = fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join("/")}`);
  fc.assert(
    fc.property(fc.constantFrom(...methods), path, (method, address) => {
      const found = findRoute(method, address);
      const offered = table.filter(([, { path, method: its }]) => {
        const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`, "s");
        return its === method && pattern.test(address);
      });
      expect(found === null ? [] : [found.name]).toEqual(offered.map(([name]) => name));
    }),
  );
});
