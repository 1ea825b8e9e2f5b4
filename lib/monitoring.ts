import { Aws, Duration, RemovalPolicy } from "aws-cdk-lib";
import type { HttpApi, WebSocketApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  type MetricOptions,
  Stats,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import { type TableName, tables as tableKeys, tableNames } from "../domain/tables.ts";
import type { StageConfig } from "./config.ts";

/** What an alarm watches: the sum of `metrics` of five minutes, and what its reaching the threshold means to learners. */
export type Watch = { metrics: readonly IMetric[]; impact: string; threshold?: number };

const period = Duration.minutes(5);
/** How every watched metric is counted. */
export const counted: MetricOptions = { period, statistic: Stats.SUM };

const tableImpact: Record<TableName, string> = {
  profiles: "Learners see no name, and cannot change it or their language.",
  subscriptions: "Learners see no plan, cannot choose one, and are refused the scenarios that they paid for.",
  user_progress: "Attempts that learners make are not kept.",
  completed_scenarios: "Learners neither see nor keep which scenarios they have completed.",
  connections: "Learners' open tabs and devices do not show what changes elsewhere until they read it anew.",
  closed_accounts: "Learners can do nothing at all, because whether their account was deleted cannot be told.",
  rate_limits:
    "Learners can neither sign in, get their data nor write to support, because how often cannot be counted.",
};

const watchedOperations = ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "Query"];

function sum(metrics: readonly IMetric[]): IMetric {
  const [first, ...others] = metrics;
  if (first && others.length === 0) return first;
  const usingMetrics = Object.fromEntries(metrics.map((metric, at) => [`count${at}`, metric]));
  // A metric has no value until there is something to count, which must not hide the others.
  const expression = `SUM([${Object.keys(usingMetrics).map((id) => `FILL(${id}, 0)`)}])`;
  return new MathExpression({ expression, usingMetrics, period });
}

/** The topic that alarms are sent to, and the alarms on what is not a handler. */
export class Monitoring extends Construct {
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, { config }: { config: StageConfig }) {
    super(scope, id);
    const cloudWatch = new ServicePrincipal("cloudwatch.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    });
    // CloudWatch may not use the key that AWS keeps for SNS, so an encrypted topic needs one of its own.
    const key = new Key(this, "Key", {
      description: "Encrypts Parlance's alarms",
      enableKeyRotation: true,
      // It encrypts messages on their way, and nothing that is kept.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ["kms:Decrypt", "kms:GenerateDataKey*"],
        resources: ["*"],
      }),
    );
    this.#topic = new Topic(this, "Alarms", { displayName: "Parlance alarms", masterKey: key, enforceSSL: true });
    // Requiring TLS gives the topic a policy, which takes the place of the one that lets this account's alarms in.
    this.#topic.addToResourcePolicy(
      new PolicyStatement({ principals: [cloudWatch], actions: ["sns:Publish"], resources: [this.#topic.topicArn] }),
    );
    if (config.alarmEmail) this.#topic.addSubscription(new EmailSubscription(config.alarmEmail));
  }

  /** Adds an alarm beside what it watches. */
  watch(scope: Construct, id: string, { metrics, impact, threshold = 1 }: Watch): void {
    const alarm = new Alarm(scope, id, {
      metric: sum(metrics),
      threshold,
      alarmDescription: impact,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
  }

  /** Watches the API as a whole. */
  watchApi(api: HttpApi): void {
    this.watch(this, "ApiServerErrors", {
      metrics: [api.metricServerError(counted)],
      threshold: 5,
      impact: "Learners see failures all over the app: the API answers calls with server errors.",
    });
  }

  /** Watches the WebSocket API as a whole. */
  watchRealtime(api: WebSocketApi): void {
    this.watch(this, "RealtimeServerErrors", {
      metrics: [api.metric("IntegrationError", counted), api.metric("ExecutionError", counted)],
      threshold: 5,
      impact: "Learners' open tabs lose their connections: the WebSocket API fails at connecting or at messages.",
    });
  }

  /** Watches every table for calls that DynamoDB refuses because they are too many, or fails. */
  watchTables(tables: Readonly<Record<TableName, TableV2>>): void {
    for (const name of tableNames) {
      const count = (metricName: string, place: Record<string, string>) =>
        tables[name].metric(metricName, {
          ...counted,
          dimensionsMap: { TableName: tables[name].tableName, ...place },
        });
      const indexes = tableKeys[name].indexes.map((index) => ({ GlobalSecondaryIndexName: index.name }));
      this.watch(this, `${name}-throttles`, {
        metrics: [{}, ...indexes].flatMap((place) => [
          count("ReadThrottleEvents", place),
          count("WriteThrottleEvents", place),
        ]),
        impact: `${tableImpact[name]} DynamoDB refuses calls to ${name} because they are too many.`,
      });
      this.watch(this, `${name}-system-errors`, {
        metrics: watchedOperations.map((operation) => count("SystemErrors", { Operation: operation })),
        impact: `${tableImpact[name]} DynamoDB fails calls to ${name}.`,
      });
    }
  }
}
