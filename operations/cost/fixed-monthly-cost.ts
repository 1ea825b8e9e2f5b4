import * as z from "zod";
import { countCanaryUnits } from "./canary-usage.ts";
import type { Meter } from "./prices.ts";

const Resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });
const Template = z.object({ Resources: z.record(z.string(), Resource) });
type Resource = z.infer<typeof Resource>;

const Alarm = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() });
const Filter = z.object({
  MetricTransformations: z.array(
    z.object({
      MetricNamespace: z.unknown(),
      MetricName: z.unknown(),
      Dimensions: z.array(z.object({ Key: z.string() })).default([]),
    }),
  ),
});
const RouteSetting = z.object({ DetailedMetricsEnabled: z.boolean().default(false) });
const ApiStage = z.object({
  ApiId: z.unknown(),
  DefaultRouteSettings: RouteSetting.optional(),
  RouteSettings: z.record(z.string(), RouteSetting).default({}),
});
const ApiRoute = z.object({ ApiId: z.unknown(), RouteKey: z.string() });
const Firewall = z.object({ Rules: z.array(z.unknown()).default([]) });

/** For an HTTP API: Count, Latency, IntegrationLatency, 4xx, 5xx and DataProcessed. */
const metricsPerDetailedRoute = 6;
/** An estimate: CloudWatch charges a metric with a route dimension once for each route that has data. */
const routesPerMetric = 5;

const sumNumbers = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** CloudWatch charges for each metric that an alarm reads. */
function countAlarmMetrics(alarms: readonly Resource[]): number {
  return sumNumbers(
    alarms.map(({ Properties }) => {
      const { Metrics } = Alarm.parse(Properties);
      return Metrics ? Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length : 1;
    }),
  );
}

/** Filters with the same namespace and metric name share one metric. */
function countFilterMetrics(filters: readonly Resource[]): number {
  const byName = new Map<string, number>();
  for (const { Properties } of filters) {
    for (const { MetricNamespace, MetricName, Dimensions } of Filter.parse(Properties).MetricTransformations) {
      byName.set(JSON.stringify([MetricNamespace, MetricName]), Dimensions.length > 0 ? routesPerMetric : 1);
    }
  }
  return sumNumbers([...byName.values()]);
}

function countDetailedRoutes(stages: readonly Resource[], routes: readonly Resource[]): number {
  return sumNumbers(
    stages.map(({ Properties }) => {
      const { ApiId, DefaultRouteSettings, RouteSettings } = ApiStage.parse(Properties);
      const own = routes
        .map((route) => ApiRoute.parse(route.Properties))
        .filter((route) => JSON.stringify(route.ApiId) === JSON.stringify(ApiId));
      return own.filter(({ RouteKey }) => (RouteSettings[RouteKey] ?? DefaultRouteSettings)?.DetailedMetricsEnabled)
        .length;
    }),
  );
}

/**
 * Counts the monthly units that a stage with this template uses without learners. Of the schedules, counts only the
 * canary.
 */
export function countFixedMonthlyUnits(template: unknown): Partial<Record<Meter, number>> {
  const { Resources } = Template.parse(template);
  const resources = Object.values(Resources);
  const of = (type: string) => resources.filter(({ Type }) => Type === type);
  const firewalls = of("AWS::WAFv2::WebACL");
  return {
    ...Object.fromEntries(countCanaryUnits(Resources)),
    "alarm-metrics": countAlarmMetrics(of("AWS::CloudWatch::Alarm")),
    "composite-alarms": of("AWS::CloudWatch::CompositeAlarm").length,
    metrics:
      countFilterMetrics(of("AWS::Logs::MetricFilter")) +
      metricsPerDetailedRoute * countDetailedRoutes(of("AWS::ApiGatewayV2::Stage"), of("AWS::ApiGatewayV2::Route")),
    dashboards: of("AWS::CloudWatch::Dashboard").length,
    secrets: of("AWS::SecretsManager::Secret").length,
    keys: of("AWS::KMS::Key").length,
    firewalls: firewalls.length,
    "firewall-rules": sumNumbers(firewalls.map(({ Properties }) => Firewall.parse(Properties).Rules.length)),
  };
}
