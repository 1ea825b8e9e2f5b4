import { Aws, Stack } from "aws-cdk-lib";
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  Column,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  MathExpression,
  Metric,
  Row,
  Stats,
  TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { type TableName, tableNames } from "../domain/tables.ts";
import { isLarge } from "./config.ts";
import { stageMetric } from "./metrics.ts";
import { alarmAreas, alarmPeriod, type Monitoring, sumPerAlarmPeriod } from "./monitoring.ts";
import type { ServiceAlarmsProps } from "./service-alarms.ts";

export type DashboardProps = ServiceAlarmsProps & {
  tables: Readonly<Record<TableName, TableV2>>;
  distributionId: string;
};

const columns = 24;
const widgetWidth = columns / 3;

const createGraph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []) =>
  new GraphWidget({
    title,
    width: widgetWidth,
    left: [...left],
    right: [...right],
    leftYAxis: { min: 0 },
    liveData: true,
  });

/** In Lambda's own lines, `message` may be an object, or there is a `record` instead. */
const lastFailureFields = [
  "coalesce(route, eventHandler, @log) as handler",
  "step",
  "coalesce(message, message.errorMessage, record.status) as failure",
  "coalesce(reason, message.errorType, record.errorType) as cause",
  "coalesce(requestId, record.requestId) as request",
  "userId",
];

/**
 * Lines of handlers have a level, and so has the runtime's line about a failed import. A function that exits or runs
 * out of time cannot log its failure, but the platform reports it. Reports with the status "error" are left out,
 * because a line with a level describes the same failure.
 * Sources, read on 2026-11-25:
 * https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/LogPatch.js
 * https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html#platform-report
 */
const failureConditions = [
  'level in ["ERROR", "FATAL"]',
  'record.status in ["failure", "timeout"]',
  "@message like /Task timed out/",
];

/** Has at most fifty metrics, because such a dashboard can be free of charge. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const dashboard = new CloudWatchDashboard(this, "Board", {
      // Dashboard names must be unique in an account, across regions.
      dashboardName: `${Stack.of(this).stackName}-${Aws.REGION}`,
    });
    dashboard.addWidgets(
      new TextWidget({
        width: columns,
        height: 2,
        markdown: "A red field is a problem for learners. Its alarm describes the problem and the first step.",
      }),
    );
    dashboard.addWidgets(this.#health(props.monitoring));
    dashboard.addWidgets(...this.#graphs(props));
    dashboard.addWidgets(this.#lastFailures(props.monitoring));
  }

  #health(monitoring: Monitoring): IWidget {
    const fields = alarmAreas
      .map((area) => ({ title: area, alarms: [...monitoring.alarmsFor(area)] }))
      // A small stage may have no alarm in an area, because the alarm of the whole API covers most routes.
      .filter(({ alarms }) => alarms.length > 0)
      .map((field) => new AlarmStatusWidget({ ...field, width: widgetWidth, height: 4 }));
    return new Column(new Row(...fields.slice(0, 3)), new Row(...fields.slice(3)));
  }

  #graphs(props: DashboardProps): IWidget[] {
    const logged = (...names: Parameters<typeof stageMetric>[1][]) =>
      names.map((name) => stageMetric(this, name, sumPerAlarmPeriod));
    return [
      createGraph("Sign-ups and log-ins", [...logged("SignUps"), ...this.#signIn(props)]),
      createGraph("Dialogues and recordings", this.#content(props), logged("GrantsRefused")),
      createGraph("Checkouts and plans", logged("CheckoutsBegun", "CheckoutsPaid", "Downgrades", "PaymentsOfUnknown")),
      createGraph("Calls of the API", ...this.#api(props)),
      createGraph("Failures by route", [this.#failuresByRoute()]),
      createGraph("Live updates", this.#realtime(props)),
      createGraph("Stripe's events and the hourly run", logged("EventsVerified", "EventsNotVerified", "ExpiryRuns")),
      ...(isLarge(props.config) ? [createGraph("Feedback by links", logged("UploadsRefused"))] : []),
      createGraph("The app's pages", this.#site(props)),
      createGraph("Throttled tables", this.#tables(props)),
    ];
  }

  #signIn({ userPool, client }: DashboardProps): IMetric[] {
    const dimensionsMap = { UserPool: userPool.userPoolId, UserPoolClient: client.userPoolClientId };
    const names = ["SignInSuccesses", "SignInThrottles", "TokenRefreshThrottles"];
    return names.map(
      (metricName) => new Metric({ namespace: "AWS/Cognito", metricName, dimensionsMap, ...sumPerAlarmPeriod }),
    );
  }

  #content({ distributionId }: DashboardProps): IMetric[] {
    const dimensionsMap = { DistributionId: distributionId, Region: "Global" };
    const content = { namespace: "AWS/CloudFront", dimensionsMap, region: "us-east-1", ...sumPerAlarmPeriod };
    return [
      new Metric({ ...content, metricName: "Requests" }),
      new Metric({ ...content, metricName: "4xxErrorRate", statistic: Stats.AVERAGE }),
      new Metric({ ...content, metricName: "5xxErrorRate", statistic: Stats.AVERAGE }),
    ];
  }

  #api({ api }: DashboardProps): [IMetric[], IMetric[]] {
    const latency = (statistic: string) =>
      api.metricLatency({ ...sumPerAlarmPeriod, statistic, label: `Latency ${statistic}` });
    return [
      [
        api.metricCount(sumPerAlarmPeriod),
        api.metricServerError(sumPerAlarmPeriod),
        stageMetric(this, "ApiThrottles", sumPerAlarmPeriod),
      ],
      [latency("p50"), latency("p99")],
    ];
  }

  #failuresByRoute(): IMetric {
    const { namespace, metricName } = stageMetric(this, "ApiFailures");
    const search = `{"${namespace}",Route} MetricName="${metricName}"`;
    return new MathExpression({
      expression: `SEARCH('${search}', 'Sum', ${alarmPeriod.toSeconds()})`,
      label: "",
      period: alarmPeriod,
    });
  }

  #realtime({ realtimeApi }: DashboardProps): IMetric[] {
    const names = ["ConnectCount", "MessageCount", "IntegrationError", "ExecutionError"];
    return names.map((name) => realtimeApi.metric(name, sumPerAlarmPeriod));
  }

  #site({ siteAppId }: DashboardProps): IMetric[] {
    const names = ["Requests", "5xxErrors"];
    const site = { namespace: "AWS/AmplifyHosting", dimensionsMap: { App: siteAppId }, ...sumPerAlarmPeriod };
    return names.map((metricName) => new Metric({ ...site, metricName }));
  }

  /**
   * Uses one search, because two metrics for each table would use up much of the dashboard's fifty metrics.
   * Source, read 2026-11-26:
   * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html
   */
  #tables({ tables }: DashboardProps): IMetric[] {
    const names = tableNames.map((name) => `"${tables[name].tableName}"`).join(" OR ");
    const kinds = '("ReadThrottleEvents" OR "WriteThrottleEvents")';
    const search = `{AWS/DynamoDB,TableName} MetricName=${kinds} TableName=(${names})`;
    const expression = `SEARCH('${search}', 'Sum', ${alarmPeriod.toSeconds()})`;
    return [new MathExpression({ expression, label: "", period: alarmPeriod })];
  }

  #lastFailures({ logs }: Monitoring): IWidget {
    return new LogQueryWidget({
      title: "Last failures",
      width: columns,
      logGroupNames: logs.all().map(({ logGroupName }) => logGroupName),
      queryLines: [
        `fields @timestamp, ${lastFailureFields.join(", ")}`,
        `filter ${failureConditions.join(" or ")}`,
        "sort @timestamp desc",
        "limit 20",
      ],
    });
  }
}
