import type { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { evaluate } from "./metric-math.ts";
import { findResources } from "./support/synthesise.ts";

const Dimensions = z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]);
const Named = z.object({ MetricName: z.string(), Namespace: z.string(), Dimensions });
const Single = Named.extend({ Statistic: z.string(), Period: z.number() });
const Expression = z.object({ Id: z.string(), Expression: z.string(), ReturnData: z.boolean().default(true) });
const Stat = z.object({
  Id: z.string(),
  MetricStat: z.object({ Metric: Named, Stat: z.string(), Period: z.number() }),
});
const Settings = z.object({
  AlarmDescription: z.string(),
  Threshold: z.number(),
  ComparisonOperator: z.enum(["GreaterThanOrEqualToThreshold", "LessThanThreshold"]),
  TreatMissingData: z.enum(["notBreaching", "breaching"]),
  EvaluationPeriods: z.number(),
});

export type Metric = {
  id: string;
  namespace: string;
  name: string;
  dimensions: Readonly<Record<string, unknown>>;
  statistic: string;
  seconds: number;
};

export type FoundAlarm = {
  path: string;
  properties: Record<string, unknown>;
  settings: z.infer<typeof Settings>;
  metrics: Metric[];
  /** The values are by metric name. A metric without a value has no data. */
  isInAlarm: (values: Readonly<Record<string, number>>) => boolean;
};

function metric(id: string, named: z.infer<typeof Named>, statistic: string, seconds: number): Metric {
  const dimensions = Object.fromEntries(named.Dimensions.map(({ Name, Value }) => [Name, Value]));
  return { id, namespace: named.Namespace, name: named.MetricName, dimensions, statistic, seconds };
}

function readMetricParts(properties: Record<string, unknown>): {
  metrics: Metric[];
  expressions: z.infer<typeof Expression>[];
} {
  const single = Single.safeParse(properties).data;
  if (single) return { metrics: [metric("only", single, single.Statistic, single.Period)], expressions: [] };
  const { Metrics } = z.object({ Metrics: z.array(z.union([Stat, Expression])) }).parse(properties);
  return {
    metrics: Metrics.flatMap((part) =>
      "MetricStat" in part
        ? [metric(part.Id, part.MetricStat.Metric, part.MetricStat.Stat, part.MetricStat.Period)]
        : [],
    ),
    expressions: Metrics.flatMap((part) => ("Expression" in part ? [part] : [])),
  };
}

export function findAlarms(template: Template): FoundAlarm[] {
  return findResources(template, "AWS::CloudWatch::Alarm").map(({ path, properties }) => {
    const { metrics, expressions } = readMetricParts(properties);
    const settings = Settings.parse(properties);
    const isInAlarm = (values: Readonly<Record<string, number>>): boolean => {
      const read = (id: string): number | undefined => {
        const expression = expressions.find(({ Id }) => Id === id);
        if (expression) return evaluate(expression.Expression, read);
        const named = metrics.find((one) => one.id === id);
        if (!named) throw new Error(`The expression of ${path} reads "${id}", which is none of its metrics`);
        return values[named.name];
      };
      const returned = expressions.find(({ ReturnData }) => ReturnData)?.Id ?? "only";
      const value = read(returned);
      if (value === undefined) return settings.TreatMissingData === "breaching";
      return settings.ComparisonOperator === "LessThanThreshold"
        ? value < settings.Threshold
        : value >= settings.Threshold;
    };
    return { path, properties, settings, metrics, isInAlarm };
  });
}
