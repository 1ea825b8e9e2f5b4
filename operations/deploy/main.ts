import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "vite";
import { stackNameOf } from "../../lib/names.ts";
import { readStage } from "../../lib/stages.ts";
import { operator } from "../../web/src/features/legal/operator.ts";
import { createCommand, UsageError } from "../command-line/command.ts";
import { CommandError } from "../command-line/explain-error.ts";
import { runProgram } from "../command-line/run-program.ts";
import { createAwsClients } from "../stage/aws.ts";
import type { Deployment } from "../stage/deployment.ts";
import { createDns } from "../stage/dns.ts";
import { checkOut, readCommit } from "../stage/git.ts";
import { runDeploy, runDoctor } from "./commands.ts";
import { runRollback } from "./rollback.ts";
import { runTestAlarm } from "./test-alarm.ts";

const root = join(import.meta.dirname, "..", "..");
const configFile = join(root, "web", "vite.config.ts");

async function buildSite(directory: string): Promise<void> {
  // With another value, such as "test", Vite would build for development.
  process.env["NODE_ENV"] = "production";
  try {
    await build({ configFile, logLevel: "error", build: { outDir: directory, emptyOutDir: true } });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`The web app cannot be built: ${reason}`, { cause });
  }
}

const usage = `npm run deploy -- --stage NAME [--content DIRECTORY] [--allow-replacement LOGICAL_ID]… [--ignore-alarms]
       npm run deploy -- --stage NAME --rollback [--allow-replacement LOGICAL_ID]… [--yes]
       npm run doctor -- --stage NAME [--content DIRECTORY | --test-alarm]`;

type DeployOptions = Pick<Deployment, "allowedReplacements" | "ignoresAlarms"> & { content: string | undefined };

async function createDeployment(stage: string, { content, ...options }: DeployOptions): Promise<Deployment> {
  const config = readStage(stage);
  const siteDirectory = join(root, ".local", "deploy", stage);
  return {
    stage,
    config,
    stackName: stackNameOf(stage),
    aws: createAwsClients(config.region),
    given: {
      stripeApiKey: process.env["STRIPE_API_KEY"] || undefined,
      googleClientSecret: process.env["GOOGLE_CLIENT_SECRET"] || undefined,
    },
    stripeApiUrl: process.env["STRIPE_API_URL"],
    contentDirectory: content === undefined ? undefined : resolve(process.env["INIT_CWD"] ?? ".", content),
    dns: createDns(),
    operator,
    commit: await readCommit(root),
    checkOut: (commit) => checkOut(root, commit),
    ...options,
    assemblyDirectory: join(root, ".local", "deploy", `${stage}.cdk.out`),
    runProgram,
    siteDirectory,
    buildSite: () => buildSite(siteDirectory),
    pause: () => wait(2_000),
    print: (line) => process.stdout.write(`${line}\n`),
  };
}

const deploy = createCommand(
  { usage, positionals: 1 },
  {
    stage: { type: "string" },
    content: { type: "string" },
    "allow-replacement": { type: "string", multiple: true, default: [] },
    "ignore-alarms": { type: "boolean", default: false },
    rollback: { type: "boolean", default: false },
    "test-alarm": { type: "boolean", default: false },
    yes: { type: "boolean" },
  },
  async ({ positionals: [name], values }, { confirm }) => {
    const { stage, content, rollback, "test-alarm": testsAlarm } = values;
    if (!stage || (name !== "deploy" && name !== "doctor")) throw new UsageError();
    if (name === "deploy" ? testsAlarm : rollback) throw new UsageError();
    if (rollback && content !== undefined) throw new UsageError("--rollback leaves the content as it is.");
    const { "allow-replacement": allowedReplacements, "ignore-alarms": ignoresAlarms } = values;
    const deployment = await createDeployment(stage, { content, allowedReplacements, ignoresAlarms });
    if (testsAlarm) return runTestAlarm(deployment);
    if (rollback) return runRollback(deployment, confirm);
    return name === "deploy" ? runDeploy(deployment) : runDoctor(deployment);
  },
);

process.exitCode = await deploy.run(process.argv.slice(2));
