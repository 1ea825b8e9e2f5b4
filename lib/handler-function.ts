import { join } from "node:path";
import { Duration, Validations } from "aws-cdk-lib";
import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, type Function as LambdaFunction, LoggingFormat, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { type BundlingOptions, LogLevel, NodejsFunction, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { MetricName } from "../domain/metrics.ts";
import { isLarge, type StageConfig } from "./config.ts";
import { stageMetric } from "./metrics.ts";
import { type AlarmArea, alarmPeriod, type Monitoring, sumPerAlarmPeriod } from "./monitoring.ts";

const projectRoot = join(import.meta.dirname, "..");

/**
 * The SDK does not import these modules in Lambda, because the environment has credentials there:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html (read on 2026-11-25).
 */
const otherCredentialSources = [
  "@aws-sdk/credential-provider-http",
  "@aws-sdk/credential-provider-ini",
  "@aws-sdk/credential-provider-process",
  "@aws-sdk/credential-provider-sso",
  "@aws-sdk/credential-provider-web-identity",
  "@smithy/credential-provider-imds",
];

const bundling: BundlingOptions = {
  format: OutputFormat.ESM,
  target: "node24",
  minify: true,
  logLevel: LogLevel.WARNING,
  // Function names make a stack trace readable without source maps.
  keepNames: true,
  // Deploys the tested version of the SDK instead of the runtime's version.
  bundleAwsSDK: true,
  externalModules: otherCredentialSources,
  // esbuild can tree-shake a package's ES modules, but usually not the file in `main`.
  mainFields: ["module", "main"],
  // CommonJS packages still call require(), which ES modules do not have.
  banner: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
};

export type HandlerFunctionProps = {
  /** Path below lambdas/, without the extension, e.g. "api/get-account". */
  handler: string;
  area: AlarmArea;
  impact: string;
  /**
   * An API route needs its own metrics, because Lambda does not count error responses as errors. "watched elsewhere" if
   * something else reports the failures, such as the alarm of the dead-letter queue.
   */
  failures?: readonly IMetric[] | "watched elsewhere";
  counts?: readonly MetricName[];
  environment: Record<string, string>;
  /** Permissions besides logging and tracing. */
  statements: readonly PolicyStatement[];
  /** The metric of refusals, for a handler that can refuse only by throwing. */
  refusals?: MetricName;
  timeout?: Duration;
  config: StageConfig;
  monitoring: Monitoring;
};

export class HandlerFunction extends Construct {
  readonly handler: string;
  readonly function: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: HandlerFunctionProps) {
    super(scope, id);
    this.handler = props.handler;
    const { area, monitoring, counts = [] } = props;
    const logGroup = monitoring.logs.of(area);
    monitoring.logs.count(area, counts);
    this.role = this.#role(logGroup, props);
    Validations.of(this.role).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason:
        "The actions of X-Ray, with which the function sends its traces, and of reading metrics are not granted on resources.",
    });
    this.function = new NodejsFunction(this, "Function", {
      entry: join(projectRoot, "lambdas", `${props.handler}.ts`),
      projectRoot,
      depsLockFilePath: join(projectRoot, "package-lock.json"),
      bundling,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 512,
      timeout: props.timeout ?? Duration.seconds(10),
      tracing: Tracing.ACTIVE,
      loggingFormat: LoggingFormat.JSON,
      environment: props.environment,
      // This property could only set a variable that version 3 of the SDK ignores.
      awsSdkConnectionReuse: false,
      // CDK would add a policy resource for the permissions of X-Ray, which the role already has.
      role: this.role.withoutPolicyUpdates(),
      logGroup,
      description: `Parlance: ${props.handler}`,
    });
    this.#addAlarms(props);
  }

  /**
   * The permissions are part of the role and not a separate policy resource, because a stack has at most 500 resources.
   * Why: docs/decisions/0160-one-log-group-for-each-area.md
   */
  #role(logGroup: LogGroup, { statements }: HandlerFunctionProps): Role {
    const logging = new PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logGroup.logGroupArn],
    });
    const tracing = new PolicyStatement({
      actions: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"],
      resources: ["*"],
    });
    return new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: { Handler: new PolicyDocument({ statements: [logging, ...statements, tracing] }) },
    });
  }

  #addAlarms({ failures, ...props }: HandlerFunctionProps): void {
    if (failures === "watched elsewhere") return;
    // In a small stage, a route has no alarm of its own, unless it concerns plans and payments.
    if (failures && props.area !== "Plans and payments" && !isLarge(props.config)) return;
    props.monitoring.addFailureRateAlarm(this, "Errors", {
      area: props.area,
      failures: failures ?? [this.#errors(props.refusals)],
      calls: [this.function.metricInvocations(sumPerAlarmPeriod)],
      impact: `${props.impact} The function of lambdas/${props.handler}.ts fails.`,
      firstStep:
        "read the last failures on the stage's dashboard; if they began with a deploy, deploy the previous version.",
    });
  }

  #errors(refusals: MetricName | undefined): IMetric {
    const errors = this.function.metricErrors(sumPerAlarmPeriod);
    if (!refusals) return errors;
    return new MathExpression({
      expression: "errors - FILL(refusals, 0)",
      usingMetrics: { errors, refusals: stageMetric(this, refusals, sumPerAlarmPeriod) },
      period: alarmPeriod,
    });
  }
}
