import { expect, test } from "vitest";
import { docstringFaults, screenFaults, subjectFaults } from "./word-rules.ts";

const source = (markup: string) => `export const Screen = () => ${markup};`;

test.each([
  ["<p>Send an e-mail to us</p>", "email"],
  ["<p>Please sign in first</p>", "log in, log out"],
  ["<p>Start a mock now</p>", "mock exam, exam"],
  ["<p>Play your take again</p>", "recording"],
  ['<button aria-label="Go on here" />', "continue"],
  ["<p>{`Whoever wants more`}</p>", "again, completely, a person"],
])("screenFaults suggests a replacement for a term in %s", (markup, instead) => {
  expect(screenFaults("screen.tsx", source(markup))).toMatchObject([{ line: 1, instead }]);
});

test.each([
  "<p>Start a mock exam</p>",
  "<p>The email takes a minute</p>",
  '<p className="sign in">Log in</p>',
  "<p>{String(new Error('the recording is gone'))}</p>",
])("screenFaults accepts %s", (markup) => {
  expect(screenFaults("screen.tsx", source(markup))).toEqual([]);
});

test("subjectFaults reports a commit subject that is too long, starts in lower case or ends with a full stop", () => {
  const long = `Retry ${"progress ".repeat(8)}saves`;
  expect(subjectFaults(["Retry progress saves after a 503", long, "retry saves", "Retry saves."])).toEqual([
    long,
    "retry saves",
    "Retry saves.",
  ]);
});

test.each([
  "What a plan costs.",
  "Whatever is left.",
  "Whoever pays.",
  "That which is shown.",
  "By what a row is found.",
])("docstringFaults reports the docstring %j", (text) => {
  expect(docstringFaults("file.ts", `\n/**\n * ${text}\n */\nconst a = 1;`)).toEqual([{ line: 2, text }]);
});

test("docstringFaults accepts a docstring that begins with a verb or an article, and ignores line comments", () => {
  const forbidden = "What this is for.";
  const source = `/** Returns the price. */\n// ${forbidden}\n/** The rest. */\nconst a = 1;`;
  expect(docstringFaults("file.ts", source)).toEqual([]);
});
