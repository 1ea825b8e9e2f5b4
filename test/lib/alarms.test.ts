import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type TableName, tableNames } from "../../domain/tables.ts";
import { find, findOne, referenceOf, synthesise } from "./synthesise.ts";

/**
 * The metrics that AWS documents, with the dimensions under which it counts them. CloudWatch takes an alarm on any
 * other without a word, and it never rings.
 */
const documented: Readonly<Record<string, readonly { names: readonly string[]; dimensions: readonly string[] }[]>> = {
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
  "AWS/Lambda": [{ names: ["Invocations", "Errors", "Throttles", "Duration"], dimensions: ["FunctionName"] }],
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html and
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-logging.html
  "AWS/ApiGateway": [
    {
      names: [
        ...["4xx", "5xx", "Count", "Latency"],
        ...["ConnectCount", "MessageCount", "IntegrationError", "ClientError", "ExecutionError"],
      ],
      dimensions: ["ApiId"],
    },
  ],
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
  "AWS/DynamoDB": [
    { names: ["ReadThrottleEvents", "WriteThrottleEvents"], dimensions: ["TableName"] },
    { names: ["ReadThrottleEvents", "WriteThrottleEvents"], dimensions: ["GlobalSecondaryIndexName", "TableName"] },
    { names: ["SystemErrors"], dimensions: ["Operation", "TableName"] },
  ],
  // https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-cloudwatch.html
  "AWS/SES": [{ names: ["Bounce", "Complaint", "Reject"], dimensions: ["ses:configuration-set"] }],
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
  "AWS/SQS": [{ names: ["ApproximateNumberOfMessagesVisible"], dimensions: ["QueueName"] }],
};

const Dimensions = z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]);
const Named = z.object({ MetricName: z.string(), Namespace: z.string(), Dimensions });
const Single = Named.extend({ Statistic: z.string(), Period: z.number() });
const Expression = z.object({ Id: z.string(), Expression: z.string() });
const Stat = z.object({
  Id: z.string(),
  MetricStat: z.object({ Metric: Named, Stat: z.string(), Period: z.number() }),
});
const Several = z.object({ Metrics: z.array(z.union([Stat, Expression])) });

type Metric = {
  id: string;
  namespace: string;
  name: string;
  dimensions: Readonly<Record<string, unknown>>;
  statistic: string;
  seconds: number;
};

function metric(id: string, named: z.infer<typeof Named>, statistic: string, seconds: number): Metric {
  const dimensions = Object.fromEntries(named.Dimensions.map(({ Name, Value }) => [Name, Value]));
  return { id, namespace: named.Namespace, name: named.MetricName, dimensions, statistic, seconds };
}

/** What an alarm counts, whether one metric or several in an expression. */
function metricsOf(properties: Record<string, unknown>): Metric[] {
  const single = Single.safeParse(properties).data;
  if (single) return [metric("only", single, single.Statistic, single.Period)];
  return Several.parse(properties).Metrics.flatMap((part) =>
    "MetricStat" in part ? [metric(part.Id, part.MetricStat.Metric, part.MetricStat.Stat, part.MetricStat.Period)] : [],
  );
}

const template = synthesise();
const alarms = find(template, "AWS::CloudWatch::Alarm").map(({ path, properties }) => ({
  path,
  properties,
  metrics: metricsOf(properties),
}));
const alarmAt = (path: string) => {
  const found = alarms.find((alarm) => alarm.path === path);
  if (!found) throw new Error(`There is no alarm ${path}`);
  return found;
};
const idOf = (type: string, ending: string) => findOne(template, type, ending).id;

describe("every alarm", () => {
  test.each(alarms)("$path counts what there is to count", ({ metrics }) => {
    const Transformations = z.array(z.object({ MetricName: z.string(), MetricNamespace: z.string() }));
    const filtered = find(template, "AWS::Logs::MetricFilter").flatMap(({ properties }) =>
      Transformations.parse(properties["MetricTransformations"]).map(
        (made) => `${made.MetricNamespace} ${made.MetricName}`,
      ),
    );
    expect(metrics).not.toEqual([]);
    for (const { namespace, name, dimensions } of metrics) {
      if (namespace === "Parlance") expect(filtered).toContain(`${namespace} ${name}`);
      else {
        const known = documented[namespace]?.filter(({ names }) => names.includes(name)) ?? [];
        expect([namespace, name, known.map((entry) => entry.dimensions)]).toEqual([
          namespace,
          name,
          expect.arrayContaining([Object.keys(dimensions).sort()]),
        ]);
      }
    }
  });

  test.each(alarms)("$path adds up five minutes, and rings at the first time that is too often", (alarm) => {
    const statistic = alarm.path.endsWith("DeadLetters/Waiting") ? "Maximum" : "Sum";
    for (const counted of alarm.metrics) expect(counted).toMatchObject({ statistic, seconds: 300 });
    const isOften = /ServerErrors$|^Mail\/Undelivered$/.test(alarm.path);
    expect(alarm.properties).toMatchObject({
      Threshold: isOften ? 5 : 1,
      EvaluationPeriods: 1,
      ComparisonOperator: "GreaterThanOrEqualToThreshold",
      TreatMissingData: "notBreaching",
    });
  });

  test.each(alarms.filter(({ metrics }) => metrics.length > 1))("$path has each of its metrics in its sum", (alarm) => {
    const expressions = Several.parse(alarm.properties).Metrics.flatMap((part) =>
      "Expression" in part ? [part.Expression] : [],
    );
    for (const { id } of alarm.metrics) expect(expressions.join(" ")).toContain(`FILL(${id}, 0)`);
    expect(expressions[0]).toMatch(/^SUM\(\[FILL\(\w+, 0\)(,FILL\(\w+, 0\))*\]\)$/);
  });

  test.each(alarms)("$path says in two sentences at least what learners suffer", ({ properties }) => {
    expect(properties["AlarmDescription"]).toMatch(/(Learner|learner|Nobody|Plans|What).{20,}\.$/);
  });
});

describe("the APIs as a whole", () => {
  test("are watched for answers of 500 and more, and for sockets that fail", () => {
    const httpApi = { Ref: idOf("AWS::ApiGatewayV2::Api", "Api/HttpApi") };
    const webSocketApi = { Ref: idOf("AWS::ApiGatewayV2::Api", "Realtime/Api") };
    const seen = (path: string) => alarmAt(path).metrics.map(({ name, dimensions }) => [name, dimensions]);
    expect(seen("Monitoring/ApiServerErrors")).toEqual([["5xx", { ApiId: httpApi }]]);
    expect(seen("Monitoring/RealtimeServerErrors")).toEqual([
      ["IntegrationError", { ApiId: webSocketApi }],
      ["ExecutionError", { ApiId: webSocketApi }],
    ]);
  });
});

describe("every table", () => {
  const tables = find(template, "AWS::DynamoDB::GlobalTable");
  const tableOf = (name: TableName) => {
    const found = tables.find(({ path }) => path === `Data/${name}`);
    if (!found) throw new Error(`There is no table ${name}`);
    return found;
  };
  const isOf = (name: TableName) => (counted: Metric) =>
    referenceOf(counted.dimensions["TableName"]) === tableOf(name).id;

  test.each(tableNames)("%s is watched for calls that are refused, on itself and on each of its indexes", (name) => {
    const Indexes = z.array(z.object({ IndexName: z.string() })).default([]);
    const indexes = Indexes.parse(tableOf(name).properties["GlobalSecondaryIndexes"]).map(({ IndexName }) => IndexName);
    const { metrics } = alarmAt(`Monitoring/${name}-throttles`);
    expect(metrics.every(isOf(name))).toBe(true);
    const seen = metrics.map(
      (counted) => `${counted.name} ${counted.dimensions["GlobalSecondaryIndexName"] ?? "table"}`,
    );
    const expected = ["table", ...indexes].flatMap((place) => [
      `ReadThrottleEvents ${place}`,
      `WriteThrottleEvents ${place}`,
    ]);
    expect(seen.sort()).toEqual(expected.sort());
  });

  test.each(tableNames)("%s is watched for failures of every operation that a handler may ask of it", (name) => {
    const policies = find(template, "AWS::IAM::Policy").map(({ properties }) => JSON.stringify(properties));
    const granted = new Set(
      policies.flatMap((text) => [...text.matchAll(/"dynamodb:(\w+)"/g)].map(([, found]) => found)),
    );
    const { metrics } = alarmAt(`Monitoring/${name}-system-errors`);
    expect(metrics.every(isOf(name))).toBe(true);
    expect(metrics.map(({ dimensions }) => dimensions["Operation"]).sort()).toEqual([...granted].sort());
  });
});

describe("whoever minds the alarms", () => {
  const topic = findOne(template, "AWS::SNS::Topic", "Monitoring/Alarms");

  test("is told by a topic that every alarm tells", () => {
    for (const { properties } of alarms) expect(properties["AlarmActions"]).toEqual([{ Ref: topic.id }]);
  });

  test("gets mail if the stage names an address, and only then", () => {
    expect(find(template, "AWS::SNS::Subscription")).toEqual([]);
    const mailed = find(synthesise("dev", { alarmEmail: "night@parlance.example" }), "AWS::SNS::Subscription");
    expect(mailed.map(({ properties }) => properties)).toEqual([
      { Protocol: "email", Endpoint: "night@parlance.example", TopicArn: { Ref: topic.id } },
    ]);
  });

  test("is told although the topic is encrypted and takes nothing without TLS: CloudWatch may use its key, and write", () => {
    const fromHere = { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } };
    const cloudWatch = { Effect: "Allow", Principal: { Service: "cloudwatch.amazonaws.com" }, Condition: fromHere };
    const key = findOne(template, "AWS::KMS::Key", "Monitoring/Key");
    expect(referenceOf(topic.properties["KmsMasterKeyId"])).toBe(key.id);
    expect(key.properties).toMatchObject({
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: expect.arrayContaining([
          { ...cloudWatch, Action: ["kms:Decrypt", "kms:GenerateDataKey*"], Resource: "*" },
        ]),
      },
    });
    expect(key.deletionPolicy).toBe("Delete");
    const policy = findOne(template, "AWS::SNS::TopicPolicy", "Monitoring/Alarms/Policy");
    expect(policy.properties).toMatchObject({
      PolicyDocument: {
        Statement: expect.arrayContaining([
          expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
          expect.objectContaining({ ...cloudWatch, Action: "sns:Publish", Resource: { Ref: topic.id } }),
        ]),
      },
    });
  });
});
