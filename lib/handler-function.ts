import { join } from "node:path";
import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, type Function as LambdaFunction, LoggingFormat, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { type BundlingOptions, LogLevel, NodejsFunction, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { MetricName } from "../domain/metrics.ts";
import { isLarge, type StageConfig } from "./config.ts";
import { addLogMetrics, stageMetric } from "./metrics.ts";
import { type AlarmArea, alarmPeriod, type Monitoring, sumPerAlarmPeriod } from "./monitoring.ts";

const projectRoot = join(import.meta.dirname, "..");

/**
 * Modules that the SDK imports only where it finds no credentials in the environment. Lambda always puts them there:
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
  // Without source maps, names are what makes a stack trace in the log readable.
  keepNames: true,
  // The SDK that was tested is the one that runs, not whatever the runtime has that day.
  bundleAwsSDK: true,
  externalModules: otherCredentialSources,
  // The ES modules of a package can be tree-shaken; what `main` names mostly cannot.
  mainFields: ["module", "main"],
  // Packages that are only CommonJS still call require(), which an ES module does not have.
  banner: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
};

export type HandlerFunctionProps = {
  /** The handler's file, under lambdas/ and without its extension, e.g. "api/get-account". */
  handler: string;
  /** What of a learner's day it serves, and what learners suffer while it fails: the words of its alarm. */
  area: AlarmArea;
  impact: string;
  /**
   * How often it fails, for a route of the API: its failures are answers, which Lambda does not count as errors. Or that
   * another alarm rings when it does, such as the one on the queue of what it was given in vain.
   */
  failures?: readonly IMetric[] | "watched elsewhere";
  /** The metrics that are counted from what it logs. */
  counts?: readonly MetricName[];
  environment: Record<string, string>;
  /** What the handler may do besides logging and tracing. */
  statements: readonly PolicyStatement[];
  /** The metric of its refusals, if it says no by failing, as some callers want it: such failures are no alarm. */
  refusals?: MetricName;
  /** How long one call may take; 10 seconds unless given. */
  timeout?: Duration;
  config: StageConfig;
  monitoring: Monitoring;
};

/** A Lambda function made from a handler file: every handler of the product is one of these. */
export class HandlerFunction extends Construct {
  /** Its file, as in the props. */
  readonly handler: string;
  readonly function: LambdaFunction;
  readonly role: Role;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: HandlerFunctionProps) {
    super(scope, id);
    this.handler = props.handler;
    const logGroup = new LogGroup(this, "Logs", {
      retention: props.config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(this.role);
    for (const statement of props.statements) this.role.addToPolicy(statement);
    Validations.of(this.role).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "The actions of X-Ray, with which the function sends its traces, are not granted on resources.",
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
      // This would put a variable into the environment that the present SDK does not read.
      awsSdkConnectionReuse: false,
      role: this.role,
      logGroup,
      description: `Parlance: ${props.handler}`,
    });
    this.logGroup = logGroup;
    addLogMetrics(logGroup, props.counts ?? []);
    this.#addAlarms(props);
  }

  #addAlarms({ failures, ...props }: HandlerFunctionProps): void {
    if (failures === "watched elsewhere") return;
    // In a small stage the API's own alarm rings for the routes together.
    if (failures && props.area !== "Plans and payments" && !isLarge(props.config)) return;
    props.monitoring.addFailureRateAlarm(this, "Errors", {
      area: props.area,
      failures: failures ?? [this.#errors(props.refusals)],
      calls: [this.function.metricInvocations(sumPerAlarmPeriod)],
      impact: `${props.impact} The function of lambdas/${props.handler}.ts fails.`,
      firstStep:
        "read the last failures on the stage's dashboard; if they began with a deploy, deploy the version before.",
    });
  }

  /** The errors that Lambda counts, without those that were refusals. */
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
