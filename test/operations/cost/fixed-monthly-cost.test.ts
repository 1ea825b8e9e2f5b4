import { expect, test } from "vitest";
import { countFixedMonthlyUnits } from "../../../operations/cost/fixed-monthly-cost.ts";
import { synthesise } from "../../lib/support/synthesise.ts";

const alarm = (properties: object) => ({ Type: "AWS::CloudWatch::Alarm", Properties: properties });
const filter = (MetricName: string, dimensions: object = {}) => ({
  Type: "AWS::Logs::MetricFilter",
  Properties: { MetricTransformations: [{ MetricNamespace: "P", MetricName, ...dimensions }] },
});
const route = (api: string, RouteKey: string) => ({
  Type: "AWS::ApiGatewayV2::Route",
  Properties: { ApiId: { Ref: api }, RouteKey },
});

test("charges nothing for an empty stage", () => {
  expect(Object.values(countFixedMonthlyUnits({ Resources: {} })).every((units) => units === 0)).toBe(true);
});

test("counts an alarm once for each of its metrics", () => {
  const stat = { MetricStat: { Stat: "Sum" } };
  const Resources = {
    one: alarm({ MetricName: "Errors" }),
    three: alarm({ Metrics: [{ Expression: "a+b+c" }, stat, stat, stat] }),
  };
  expect(countFixedMonthlyUnits({ Resources })["alarm-metrics"]).toBe(4);
});

test("counts metrics by name, and those by route several times", () => {
  const Resources = { a: filter("SignUps"), b: filter("SignUps"), c: filter("Downgrades") };
  expect(countFixedMonthlyUnits({ Resources }).metrics).toBe(2);
  const byRoute = { ...Resources, d: filter("Failures", { Dimensions: [{ Key: "Route", Value: "$.route" }] }) };
  expect(countFixedMonthlyUnits({ Resources: byRoute }).metrics).toBe(7);
});

test("counts six metrics for each route with metrics", () => {
  const stage = (api: string, settings: object) => ({
    Type: "AWS::ApiGatewayV2::Stage",
    Properties: { ApiId: { Ref: api }, ...settings },
  });
  const counted = { DetailedMetricsEnabled: true };
  const Resources = {
    http: stage("A", { DefaultRouteSettings: counted, RouteSettings: { "PUT /b": { DetailedMetricsEnabled: false } } }),
    live: stage("B", { RouteSettings: { $connect: counted } }),
    a: route("A", "GET /a"),
    b: route("A", "PUT /b"),
    c: route("B", "$connect"),
    d: route("B", "$default"),
  };
  expect(countFixedMonthlyUnits({ Resources }).metrics).toBe(12);
});

test("counts a firewall with its rules", () => {
  const Resources = { wall: { Type: "AWS::WAFv2::WebACL", Properties: { Rules: [{}, {}] } } };
  expect(countFixedMonthlyUnits({ Resources })).toMatchObject({ firewalls: 1, "firewall-rules": 2 });
});

test("counts what the template of the stage contains", () => {
  const fixedUnits = countFixedMonthlyUnits(synthesise("prod", { learners: 1000 }).toJSON());
  expect(fixedUnits.keys).toBeGreaterThanOrEqual(0);
  expect(fixedUnits.secrets).toBeGreaterThanOrEqual(2);
  expect(fixedUnits["alarm-metrics"]).toBeGreaterThan(10);
});
