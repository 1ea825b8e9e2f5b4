import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { createContentMetrics } from "../../../lambdas/files/content-metrics.ts";
import { checkContentErrors } from "../../../lambdas/schedule/check-content-errors.ts";
import { captureLog, logLines } from "../support/capture-log.ts";

beforeEach(captureLog);

const Request = z.object({
  Namespace: z.literal("AWS/CloudFront"),
  MetricName: z.enum(["Requests", "4xxErrorRate", "5xxErrorRate"]),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.string() })),
  StartTime: z.number(),
  EndTime: z.number(),
  Period: z.literal(60),
  Statistics: z.tuple([z.enum(["Sum", "Average"])]),
});
type Request = z.infer<typeof Request>;

const seconds = (time: string) => Date.parse(time) / 1000;

/** The values of each minute. */
type Values = Partial<Record<Request["MetricName"], Readonly<Record<string, number>>>>;

/**
 * Starts a fake of GetMetricStatistics, which excludes EndTime:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricStatistics.html
 */
async function startCloudWatch(values: Values) {
  const requests: (Request & { region: string })[] = [];
  const server = createServer(async (incoming, response) => {
    const request = Request.parse(JSON.parse(await text(incoming)));
    const [, region = ""] = /Credential=[^/]+\/\d+\/([^/]+)\//.exec(incoming.headers.authorization ?? "") ?? [];
    requests.push({ ...request, region });
    const [statistic] = request.Statistics;
    const Datapoints = Object.entries(values[request.MetricName] ?? {})
      .map(([time, value]) => ({ Timestamp: seconds(time), [statistic]: value }))
      .filter(({ Timestamp }) => Number(Timestamp) >= request.StartTime && Number(Timestamp) < request.EndTime)
      .toReversed();
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify({ Datapoints }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const environment = {
    AWS_ENDPOINT_URL_CLOUDWATCH: `http://127.0.0.1:${port}`,
    AWS_REGION: "ap-southeast-2",
    AWS_ACCESS_KEY_ID: "nobody",
    AWS_SECRET_ACCESS_KEY: "nothing",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return requests;
}

const clock = { now: () => new Date("2026-11-25T09:05:40Z") };
const check = () => checkContentErrors({}, { clock, contentMetrics: createContentMetrics("E1") });

describe("a check of the content", () => {
  test("reads from us-east-1 the metrics of a half hour that ended over five minutes ago", async () => {
    const requests = await startCloudWatch({});
    await check();
    expect(requests.map(({ MetricName, Statistics }) => [MetricName, ...Statistics]).toSorted()).toEqual([
      ["4xxErrorRate", "Average"],
      ["5xxErrorRate", "Average"],
      ["Requests", "Sum"],
    ]);
    for (const { region, Dimensions, StartTime, EndTime } of requests) {
      expect([region, StartTime, EndTime]).toEqual([
        "us-east-1",
        seconds("2026-11-25T08:30:00Z"),
        seconds("2026-11-25T09:00:00Z"),
      ]);
      expect(Dimensions.toSorted((a, b) => a.Name.localeCompare(b.Name))).toEqual([
        { Name: "DistributionId", Value: "E1" },
        { Name: "Region", Value: "Global" },
      ]);
    }
  });

  test("passes if CloudFront refused 1 percent of 400 requests, or had no requests", async () => {
    await startCloudWatch({ Requests: { "2026-11-25T08:50:00Z": 400 }, "4xxErrorRate": { "2026-11-25T08:50:00Z": 1 } });
    await check();
    expect(logLines()).toMatchObject([{ level: "INFO", message: "content checked", minutes: 1 }]);
    await startCloudWatch({});
    await check();
  });

  test("fails and reports the percentage if CloudFront fails on 20% of 40 requests", async () => {
    await startCloudWatch({
      Requests: { "2026-11-25T08:50:00Z": 30, "2026-11-25T08:51:00Z": 10 },
      "5xxErrorRate": { "2026-11-25T08:51:00Z": 50, "2026-11-25T08:50:00Z": 10 },
    });
    await expect(check()).rejects.toThrow("CloudFront failed on 20% of 40 requests for content");
  });

  test("fails if CloudFront refuses most requests in two successive periods of 15 minutes", async () => {
    const both = (value: number) => ({ "2026-11-25T08:40:00Z": value, "2026-11-25T08:55:00Z": value });
    await startCloudWatch({ Requests: both(20), "4xxErrorRate": both(90) });
    await expect(check()).rejects.toThrow("CloudFront refused 90% of 20 requests for content");
  });
});
