import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import { describe, expect, onTestFinished, test } from "vitest";
import { findPlaceholders, StageConfig } from "../../lib/config.ts";
import { createStageSchema, listStages, readStage, StageError, stageDirectory } from "../../lib/stages.ts";

const certificate = (region: string) => `arn:aws:acm:${region}:111111111111:certificate/1`;

const whole = {
  region: "eu-west-1",
  payments: "live",
  domains: {
    app: { name: "app.interpreters.test", inUse: true },
    api: { name: "api.interpreters.test", certificateArn: certificate("eu-west-1") },
    content: { name: "content.interpreters.test", certificateArn: certificate("us-east-1") },
    signIn: {
      name: "login.interpreters.test",
      certificateArn: certificate("us-east-1"),
      inUse: false,
      isAllowedAtGoogle: true,
    },
  },
  extraOrigins: ["http://localhost:5173"],
  signingKeys: { trusted: ["first", "second"], current: "second" },
  google: { clientId: "1-a.apps.googleusercontent.com" },
  mail: { sender: "hello@interpreters.test", domain: "interpreters.test", support: "desk@interpreters.test" },
  alarmEmail: "alarms@interpreters.test",
  monthlyBudgetUsd: 100,
  logRetentionDays: 30,
  deletionProtection: true,
  learners: 1_000,
};

function directoryWith(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), "parlance-stages-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, `${name}.json`), text);
  return directory;
}

const read = (stage: object) => readStage("mine", directoryWith({ mine: JSON.stringify(stage) }));

function problemsOf(stage: object): string[] {
  try {
    read(stage);
    return [];
  } catch (error) {
    if (!(error instanceof StageError)) throw error;
    return error.problems.map((problem) => problem.replace(/^stages\/mine\.json: /, ""));
  }
}

describe("a stage", () => {
  test("is a JSON file in the directory of stages, next to the schema", () => {
    expect(listStages()).toEqual(expect.arrayContaining(["dev", "prod"]));
    const directory = directoryWith({ mine: JSON.stringify(whole), "stage.schema": "{}" });
    expect(listStages(directory)).toEqual(["mine"]);
    expect(readStage("mine", directory)).toEqual({
      ...whole,
      strictSubdomains: false,
      mail: { ...whole.mail, sendsCodes: false },
    });
  });

  test("that does not exist is refused with the names of the existing stages", () => {
    const directory = directoryWith({ live: "{}", trial: "{}" });
    expect(() => readStage("prod", directory)).toThrow(
      'There is no stage "prod": choose one of live, trial, or add stages/prod.json.',
    );
    expect(() => readStage("../live", directory)).toThrow('There is no stage "../live"');
  });

  test("is refused if its name contains capitals and an underscore", () => {
    const directory = directoryWith({ My_Stage: JSON.stringify(whole) });
    expect(() => readStage("My_Stage", directory)).toThrow(/^stages\/My_Stage\.json is not a valid stage name: /);
  });

  test("that is not JSON is refused with the position of the error", () => {
    expect(() => readStage("mine", directoryWith({ mine: "{,}" }))).toThrow(
      /^stages\/mine\.json is not JSON: .*position 1/,
    );
  });
});

describe("faults of a stage", () => {
  test.each<[string, object, string[]]>([
    ["a field that is missing", { mail: undefined }, ["mail is missing: add it."]],
    ["a field of a wrong type", { region: 5 }, ["region has to be of the type string."]],
    ["an unknown field", { colour: "red" }, ['It has no field "colour": remove it, or correct its name.']],
    ["a malformed region", { region: "Sydney" }, ["region is not an AWS region: write one as in ap-southeast-2."]],
    [
      "a malformed email address",
      { alarmEmail: "alarms" },
      ["alarmEmail is not an email address: write one as in hello@your-domain.com."],
    ],
    [
      "a domain with a scheme",
      { domains: { app: { name: "https://app.interpreters.test" } } },
      [expect.stringMatching(/^domains\.app\.name is not a domain: write it in lower case, without https:\/\//)],
    ],
    [
      "a custom domain without a certificate",
      { domains: { api: { name: "api.interpreters.test" } } },
      [expect.stringMatching(/^domains\.api\.certificateArn is missing: .*from ACM in the stage's region/)],
    ],
    [
      "certificates in wrong regions",
      {
        domains: {
          ...whole.domains,
          api: { name: "api.interpreters.test", certificateArn: certificate("us-east-1") },
          content: { name: "content.interpreters.test", certificateArn: certificate("eu-west-1") },
        },
      },
      [
        "domains.api.certificateArn is for a certificate in us-east-1: this domain needs one in eu-west-1.",
        "domains.content.certificateArn is for a certificate in eu-west-1: this domain needs one in us-east-1.",
      ],
    ],
    ["Google without its client id", { google: {} }, ["google.clientId is missing: add it."]],
    [
      "a client id that is not Google's",
      { google: { clientId: "parlance" } },
      [expect.stringMatching(/^google\.clientId is not a client id of Google: /)],
    ],
    [
      "a log-in domain in a stage without Google",
      { google: undefined },
      ["domains.signIn is only for log-in through Google: add google, or remove the domain."],
    ],
    [
      "a domain for log-in that Google does not allow yet",
      { domains: { signIn: { ...whole.domains.signIn, isAllowedAtGoogle: false } } },
      [
        "domains.signIn needs a redirect URI at Google: add https://login.interpreters.test/oauth2/idpresponse to the client, keep the present one, then set domains.signIn.isAllowedAtGoogle to true.",
      ],
    ],
    [
      "a sender outside the domain for mail",
      { mail: { ...whole.mail, sender: "hello@elsewhere.test" } },
      ["mail.sender is not an address of mail.domain: change it to one that ends with @interpreters.test."],
    ],
    [
      "a current signing key that is not trusted",
      { signingKeys: { trusted: ["first"], current: "second" } },
      ['signingKeys.current is not among signingKeys.trusted: add "second" there first.'],
    ],
    [
      "a budget without an address to notify",
      { alarmEmail: undefined },
      ["monthlyBudgetUsd needs an address to notify: add alarmEmail, or remove the budget."],
    ],
    [
      "an origin with a path",
      { extraOrigins: ["https://a.test/x"] },
      [expect.stringMatching(/^extraOrigins\.0 is not an origin: /)],
    ],
    ["zero learners", { learners: 0 }, ["learners has to be at least 1."]],
    ["an unknown mode of payments", { payments: "real" }, ['payments has to be "test" or "live".']],
  ])("are reported with the name of the field: %s", (_, change, problems) => {
    expect(problemsOf({ ...whole, ...change })).toEqual(problems);
  });

  test("in several fields are reported together, with the file's name", () => {
    const problems = problemsOf({ ...whole, region: 1, payments: "real", mail: { sender: "x", support: "y" } });
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
      "region",
      "payments",
      "mail.sender",
      "mail.support",
    ]);
    expect(() => read({ ...whole, region: 1 })).toThrow(/^stages\/mine\.json: region /);
  });
});

test("findPlaceholders reports reserved example addresses in several fields", () => {
  expect(findPlaceholders(read(whole))).toEqual([]);
  const changed = read({
    ...whole,
    domains: { app: { name: "app.parlance.example" } },
    google: undefined,
    extraOrigins: ["https://example.org"],
    mail: { sender: "a@example.com", support: "desk@examples.com" },
    alarmEmail: "a@b.example.net",
  });
  expect(findPlaceholders(changed)).toEqual(["domains.app.name", "extraOrigins.0", "mail.sender", "alarmEmail"]);
});

test("StageConfig accepts exactly the log retentions that CloudWatch supports, up to two years", () => {
  const known = Object.values(RetentionDays).filter((days) => typeof days === "number" && days <= 731);
  const isTaken = (logRetentionDays: unknown) => StageConfig.safeParse({ ...whole, logRetentionDays }).success;
  const taken = Array.from({ length: 4_000 }, (_, days) => days).filter(isTaken);
  expect(taken).toEqual(known.toSorted((a, b) => Number(a) - Number(b)));
});

describe("the committed stages", () => {
  test.each(listStages())("include %s, which has no faults", (name) => {
    expect(readStage(name).region).toMatch(/^[a-z]/);
  });

  test("have a current JSON schema in their directory, for editors", () => {
    const written: unknown = JSON.parse(readFileSync(join(stageDirectory, "stage.schema.json"), "utf8"));
    expect(written).toEqual(JSON.parse(createStageSchema()));
  });
});
