import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type core, toJSONSchema } from "zod/mini";
import { findContradictions, StageConfig } from "./config.ts";

export const stageDirectory = join(import.meta.dirname, "..", "stages");

export const schemaFile = "stage.schema.json";
const validName = /^[a-z][a-z0-9-]{0,19}$/;

export class StageError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "StageError";
    this.problems = problems;
  }
}

export function listStages(directory = stageDirectory): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith(".json") && file !== schemaFile)
    .map((file) => file.slice(0, -".json".length))
    .toSorted();
}

/** Describes issues for which the schema has no message. */
function describeIssue(issue: core.$ZodRawIssue): string | undefined {
  if (issue.code === "unrecognized_keys") {
    return `has no field ${issue.keys.map((key) => `"${key}"`).join(", ")}: remove it, or correct its name.`;
  }
  if (issue.code !== "invalid_type") return undefined;
  if (issue.input === undefined) return "is missing: add it.";
  return `has to be of the type ${issue.expected}.`;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StageError([`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`]);
  }
}

/** @throws StageError */
export function readStage(name: unknown, directory = stageDirectory): StageConfig {
  const known = listStages(directory);
  if (typeof name !== "string" || !known.includes(name)) {
    throw new StageError([
      `There is no stage "${String(name)}": choose one of ${known.join(", ")}, or add stages/${String(name)}.json.`,
    ]);
  }
  const file = `stages/${name}.json`;
  if (!validName.test(name)) {
    throw new StageError([`${file} is not a valid stage name: use up to 20 small letters, digits and hyphens.`]);
  }
  const value = parseJson(readFileSync(join(directory, `${name}.json`), "utf8"), file);
  const { success, data, error } = StageConfig.safeParse(value, { error: describeIssue });
  const problems = success
    ? findContradictions(data)
    : error.issues.map(({ path, message }) => `${path.join(".") || "It"} ${message}`);
  if (!success || problems.length > 0) throw new StageError(problems.map((problem) => `${file}: ${problem}`));
  return data;
}

export function createStageSchema(): string {
  return `${JSON.stringify(toJSONSchema(StageConfig, { io: "input" }), null, 2)}\n`;
}
