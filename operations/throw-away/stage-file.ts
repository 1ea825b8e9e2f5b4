import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { StageConfig } from "../../lib/config.ts";
import { stageDirectory } from "../../lib/stages.ts";
import { UsageError } from "../command-line/command.ts";

const throwAwayName = /^run-\d{1,16}$/;

/** @throws UsageError unless the name is that of a throw-away stage, so that nobody deletes another stage by mistake */
export function requireThrowAwayName(stage: string | undefined): string {
  if (stage !== undefined && throwAwayName.test(stage)) return stage;
  throw new UsageError('A throw-away stage is named "run-" and up to 16 digits.');
}

export type ThrowAwaySettings = { region: string; email: string };

/** @throws UsageError if the region or the email is invalid */
export function writeThrowAwayStage(
  stage: string,
  { region, email }: ThrowAwaySettings,
  directory = stageDirectory,
): string {
  const { success, data } = StageConfig.safeParse({
    region,
    payments: "test",
    signingKeys: { trusted: ["first"], current: "first" },
    mail: { sender: email, support: email },
    logRetentionDays: 1,
    deletionProtection: false,
    learners: 100,
  });
  if (!success)
    throw new UsageError("Write the region as in ap-southeast-2, and the email as in tests@your-domain.com.");
  const file = join(directory, `${stage}.json`);
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
  return file;
}
