import { CloudWatchClient, GetMetricStatisticsCommand, type Statistic } from "@aws-sdk/client-cloudwatch";
import type { ContentMinute } from "../../domain/content/content-errors.ts";
import { createAwsClient } from "../runtime/time-limits.ts";

export type ContentMetrics = {
  /** Oldest first. `until` is excluded. */
  read: (from: Date, until: Date) => Promise<ContentMinute[]>;
};

/**
 * AWS stores the metrics of CloudFront only in us-east-1. A million calls of GetMetricStatistics a month are free, and
 * GetMetricData is not free. Sources, read on 2026-11-25:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html
 * https://repost.aws/knowledge-center/cloudwatch-getmetricdata-api
 */
export function createContentMetrics(distributionId: string): ContentMetrics {
  const client = createAwsClient((settings) => new CloudWatchClient({ ...settings, region: "us-east-1" }));
  const dimensions = { DistributionId: distributionId, Region: "Global" };
  const readOne = async (MetricName: string, statistic: Statistic & ("Sum" | "Average"), from: Date, until: Date) => {
    const { Datapoints = [] } = await client.send(
      new GetMetricStatisticsCommand({
        Namespace: "AWS/CloudFront",
        MetricName,
        Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
        StartTime: from,
        EndTime: until,
        Period: 60,
        Statistics: [statistic],
      }),
    );
    return new Map(Datapoints.map((point) => [point.Timestamp?.getTime() ?? 0, point[statistic] ?? 0]));
  };
  return {
    read: async (from, until) => {
      const [requests, refused, failed] = await Promise.all([
        readOne("Requests", "Sum", from, until),
        readOne("4xxErrorRate", "Average", from, until),
        readOne("5xxErrorRate", "Average", from, until),
      ]);
      return [...requests]
        .toSorted(([one], [other]) => one - other)
        .map(([at, count]) => ({
          at: new Date(at),
          requests: count,
          refusedPercent: refused.get(at) ?? 0,
          failedPercent: failed.get(at) ?? 0,
        }));
    },
  };
}
