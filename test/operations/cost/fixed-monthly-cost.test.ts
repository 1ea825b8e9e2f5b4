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

test("countFixedMonthlyUnits returns only zeros for a template without resources", () => {
  expect(Object.values(countFixedMonthlyUnits({ Resources: {} })).every((units) => units === 0)).toBe(true);
});

test("countFixedMonthlyUnits counts an alarm once for each of its metrics", () => {
  const stat = { MetricStat: { Stat: "Sum" } };
  const Resources = {
    one: alarm({ MetricName: "Errors" }),
    three: alarm({ Metrics: [{ Expression: "a+b+c" }, stat, stat, stat] }),
  };
  expect(countFixedMonthlyUnits({ Resources })["alarm-metrics"]).toBe(4);
});

test("countFixedMonthlyUnits counts each metric name once, and a metric with a route dimension five times", () => {
  const Resources = { a: filter("SignUps"), b: filter("SignUps"), c: filter("Downgrades") };
  expect(countFixedMonthlyUnits({ Resources }).metrics).toBe(2);
  const byRoute = { ...Resources, d: filter("Failures", { Dimensions: [{ Key: "Route", Value: "$.route" }] }) };
  expect(countFixedMonthlyUnits({ Resources: byRoute }).metrics).toBe(7);
});

test("countFixedMonthlyUnits counts six metrics for each route with detailed metrics", () => {
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

test("countFixedMonthlyUnits counts a firewall and its rules", () => {
  const Resources = { wall: { Type: "AWS::WAFv2::WebACL", Properties: { Rules: [{}, {}] } } };
  expect(countFixedMonthlyUnits({ Resources })).toMatchObject({ firewalls: 1, "firewall-rules": 2 });
});

test("countFixedMonthlyUnits computes the canary's requests from its schedule", () => {
  const Resources = (schedule: string) => ({
    Run: { Type: "AWS::Lambda::Function", Properties: { Description: "Parlance: schedule/run-canary" } },
    Other: { Type: "AWS::Lambda::Function", Properties: { Description: "Parlance: schedule/sweep-closed-accounts" } },
    Hourly: {
      Type: "AWS::Events::Rule",
      Properties: { ScheduleExpression: "rate(1 hour)", Targets: [{ Arn: { "Fn::GetAtt": ["Other", "Arn"] } }] },
    },
    Rule: {
      Type: "AWS::Events::Rule",
      Properties: { ScheduleExpression: schedule, Targets: [{ Arn: { "Fn::GetAtt": ["Run", "Arn"] } }] },
    },
  });
  // A month of thirty days has 8,640 runs at intervals of five minutes. Each run sends one request to the HTTP API and
  // one heartbeat, which has a response.
  const units = countFixedMonthlyUnits({ Resources: Resources("rate(5 minutes)") });
  expect(units).toMatchObject({ "http-requests": 8640, "channel-messages": 17_280, "channel-minutes": 8640 });
  expect(countFixedMonthlyUnits({ Resources: Resources("rate(15 minutes)") })["http-requests"]).toBe(2880);
});

test("countFixedMonthlyUnits counts keys, secrets, alarm metrics and canary requests of the production template", () => {
  const template = synthesise("prod", { learners: 1000 });
  const fixedUnits = countFixedMonthlyUnits(template.toJSON());
  template.resourceCountIs("AWS::KMS::Key", fixedUnits.keys ?? -1);
  template.resourceCountIs("AWS::SecretsManager::Secret", fixedUnits.secrets ?? -1);
  expect(fixedUnits["alarm-metrics"]).toBeGreaterThan(10);
  expect(fixedUnits["http-requests"]).toBe(8640);
});
