import { Stack } from "aws-cdk-lib";
import { Metric, type MetricOptions } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { type MetricLogLine, type MetricName, metricLogLines } from "../domain/metrics.ts";

/** Metrics counted from the access log of the API: calls that failed, by route, and calls that the API itself refused. */
type AccessMetric = "ApiFailures" | "ApiThrottles";

/** Stages of one account count apart. */
const namespaceOf = (scope: Construct) => `Parlance/${Stack.of(scope).stackName}`;

/** A metric of this stage that is counted from what is logged. */
export function stageMetric(scope: Construct, name: MetricName | AccessMetric, options: MetricOptions = {}): Metric {
  return new Metric({ namespace: namespaceOf(scope), metricName: name, ...options });
}

const filterPattern = (line: MetricLogLine) =>
  "code" in line
    ? FilterPattern.stringValue("$.code", "=", line.code)
    : FilterPattern.stringValue("$.message", "=", line.message);

/**
 * Has metrics counted from what a handler logs. Lines that say something else count as 0, so that a metric that has nothing
 * to tell can be told from a handler that did not run.
 */
export function addLogMetrics(logGroup: LogGroup, names: readonly MetricName[]): void {
  for (const name of names) {
    logGroup.addMetricFilter(name, {
      filterPattern: filterPattern(metricLogLines[name]),
      metricNamespace: namespaceOf(logGroup),
      metricName: name,
      defaultValue: 0,
    });
  }
}

/** Has the failures and refusals of the API counted, from the access log whose lines have these fields. */
export function addAccessLogMetrics(accessLog: LogGroup): void {
  accessLog.addMetricFilter("Failures", {
    filterPattern: FilterPattern.stringValue("$.status", "=", "5*"),
    metricNamespace: namespaceOf(accessLog),
    metricName: "ApiFailures" satisfies AccessMetric,
    dimensions: { Route: "$.route" },
  });
  accessLog.addMetricFilter("Throttles", {
    // A call that reached no handler was refused by the API, for the limits of the stage or of a route.
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue("$.status", "=", "429"),
      FilterPattern.stringValue("$.integrationStatus", "=", "-"),
    ),
    metricNamespace: namespaceOf(accessLog),
    metricName: "ApiThrottles" satisfies AccessMetric,
  });
}
