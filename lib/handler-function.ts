import { join } from "node:path";
import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, type Function as LambdaFunction, LoggingFormat, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { type BundlingOptions, LogLevel, NodejsFunction, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";
import { FilterPattern, LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { counted, type Monitoring } from "./monitoring.ts";

const projectRoot = join(import.meta.dirname, "..");

const bundling: BundlingOptions = {
  format: OutputFormat.ESM,
  target: "node24",
  minify: true,
  logLevel: LogLevel.WARNING,
  // Without source maps, names are what makes a stack trace in the log readable.
  keepNames: true,
  // The SDK that was tested is the one that runs, not whatever the runtime has that day.
  bundleAwsSDK: true,
  // The ES modules of a package can be tree-shaken; what `main` names mostly cannot.
  mainFields: ["module", "main"],
  // Packages that are only CommonJS still call require(), which an ES module does not have.
  banner: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
};

export type HandlerFunctionProps = {
  /** The handler's file, under lambdas/ and without its extension, e.g. "api/get-account". */
  handler: string;
  /** What learners suffer while the handler fails: the words of its alarms. */
  impact: string;
  environment: Record<string, string>;
  /** What the handler may do besides logging and tracing. */
  statements: readonly PolicyStatement[];
  /** Whether it says no by failing, as some callers want it: such failures are no alarm. */
  refusesByFailing?: boolean;
  /** How long one call may take; 10 seconds unless given. */
  timeout?: Duration;
  config: StageConfig;
  monitoring: Monitoring;
};

/** A Lambda function made from a handler file: every handler of the product is one of these. */
export class HandlerFunction extends Construct {
  readonly function: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: HandlerFunctionProps) {
    super(scope, id);
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
    this.#watch(logGroup, props);
  }

  #watch(logGroup: LogGroup, { handler, impact, refusesByFailing, monitoring }: HandlerFunctionProps): void {
    // Most failures are answered, and logged, without the function failing: those Lambda does not count as errors.
    const failures = logGroup.addMetricFilter("Failures", {
      filterPattern: FilterPattern.stringValue("$.level", "=", "error"),
      metricNamespace: "Parlance",
      metricName: `${this.node.path}/failures`,
    });
    monitoring.watch(this, "Errors", {
      metrics: [
        refusesByFailing ? this.#unintendedErrors(logGroup) : this.function.metricErrors(counted),
        failures.metric(counted),
      ],
      impact: `${impact} The function of lambdas/${handler}.ts fails.`,
    });
    monitoring.watch(this, "Throttles", {
      metrics: [this.function.metricThrottles(counted)],
      impact: `${impact} The function of lambdas/${handler}.ts is refused calls because too many run at once.`,
    });
  }

  /** The errors that Lambda counts, without those that were refusals. */
  #unintendedErrors(logGroup: LogGroup): IMetric {
    const refusals = logGroup.addMetricFilter("Refusals", {
      filterPattern: FilterPattern.stringValue("$.message", "=", "refused"),
      metricNamespace: "Parlance",
      metricName: `${this.node.path}/refusals`,
    });
    return new MathExpression({
      expression: "FILL(errors, 0) - FILL(refusals, 0)",
      usingMetrics: { errors: this.function.metricErrors(counted), refusals: refusals.metric(counted) },
      ...counted,
    });
  }
}
