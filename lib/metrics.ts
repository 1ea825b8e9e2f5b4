import { Stack } from "aws-cdk-lib";
import { Metric, type MetricOptions } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type IFilterPattern, type LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { type MetricLogLine, type MetricName, metricLogLines } from "../domain/metrics.ts";

type AccessMetric = "ApiFailures" | "ApiThrottles";

const namespaceOf = (scope: Construct) => `Parlance/${Stack.of(scope).stackName}`;

export function stageMetric(scope: Construct, name: MetricName | AccessMetric, options: MetricOptions = {}): Metric {
  return new Metric({ namespace: namespaceOf(scope), metricName: name, ...options });
}

const isField = (name: string, value: string) => FilterPattern.stringValue(`$.${name}`, "=", value);

function filterPattern(line: MetricLogLine): IFilterPattern {
  const conditions = Object.entries(line).map(([name, value]) => isField(name, value));
  const [only] = conditions;
  return conditions.length === 1 && only ? only : FilterPattern.all(...conditions);
}

/** A line without a match counts as 0, so the metric has no data only while nothing is logged. */
export function addLogMetric(logGroup: LogGroup, name: MetricName): void {
  logGroup.addMetricFilter(name, {
    filterPattern: filterPattern(metricLogLines[name]),
    metricNamespace: namespaceOf(logGroup),
    metricName: name,
    defaultValue: 0,
  });
}

export function addAccessLogMetrics(accessLog: LogGroup): void {
  accessLog.addMetricFilter("Failures", {
    filterPattern: FilterPattern.stringValue("$.status", "=", "5*"),
    metricNamespace: namespaceOf(accessLog),
    metricName: "ApiFailures" satisfies AccessMetric,
    dimensions: { Route: "$.route" },
  });
  accessLog.addMetricFilter("Throttles", {
    // Handlers respond with 429 too. A call that the API itself refused reached no handler.
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue("$.status", "=", "429"),
      FilterPattern.stringValue("$.integrationStatus", "=", "-"),
    ),
    metricNamespace: namespaceOf(accessLog),
    metricName: "ApiThrottles" satisfies AccessMetric,
  });
}
