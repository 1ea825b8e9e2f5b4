/* Checks docstrings, texts of screens and emails, and commit subjects by the rules of docs/writing.md. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { docstringFaults, screenFaults, subjectFaults } from "./word-rules.ts";

const root = join(import.meta.dirname, "../..");
const sources = "{bin,content,domain,fakes,lambdas,lib,local,operations,test,web}/**/*.{ts,tsx,mjs}";
const screens = ["web/src/**/*.{ts,tsx}", "lambdas/mail/*.ts"];

const read = (file: string) => readFileSync(join(root, file), "utf8");

function docstringOpenerFaults(): string[] {
  return globSync(["*.ts", sources], { cwd: root, exclude: ["**/node_modules/**", "web/dist/**"] }).flatMap((file) =>
    docstringFaults(file, read(file)).map(
      ({ line, text }) => `${file}:${line} “${text}” Begin with a verb or a plain noun.`,
    ),
  );
}

function screenTextFaults(): string[] {
  return globSync(screens, { cwd: root }).flatMap((file) =>
    screenFaults(file, read(file)).map(({ line, text, instead }) => `${file}:${line} “${text}” Use: ${instead}.`),
  );
}

const lastUnchecked = "3a7af04f92ae4115637ba9155c65d7de4da470a6";

function subjects(): string[] {
  try {
    const log = execFileSync("git", ["log", "--format=%s", `${lastUnchecked}..HEAD`], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    });
    return log.split("\n").filter((subject) => subject !== "");
  } catch {
    process.stdout.write("There is no history here: commit subjects are not checked.\n");
    return [];
  }
}

const faults = [
  ...docstringOpenerFaults(),
  ...screenTextFaults(),
  ...subjectFaults(subjects()).map((subject) => `commit “${subject}” Write an imperative of at most 72 characters.`),
];
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
