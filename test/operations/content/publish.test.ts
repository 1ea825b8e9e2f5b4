import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type ContentEnvironment, defaultEnvironment } from "../../../operations/content/content-environment.ts";
import { createPublishCommand } from "../../../operations/content/publish.ts";
import { createRollbackCommand } from "../../../operations/content/rollback.ts";
import { createLocalDestination } from "../../../operations/stage/local-destination.ts";
import { createPack, type Dialogues } from "../../content/publishing/packs.ts";
import { bucketName, startTestBucket, type TestBucket, testClient } from "../../content/publishing/test-bucket.ts";
import { readSound, writeFiles } from "../../content/sample-pack.ts";
import { type ProxyFailure, startProxy } from "../support/proxy.ts";

const dialogue = "spanish/health/health-1";
const pack = async (dialogues: Dialogues = { [dialogue]: {} }) => writeFiles(await createPack(dialogues));

async function createOperator({ answer = true, bucket }: { answer?: boolean; bucket?: TestBucket } = {}) {
  const target = bucket ?? (await startTestBucket());
  const printed: string[] = [];
  const complained: string[] = [];
  const asked: string[] = [];
  const shown: string[] = [];
  let interrupt = () => {};
  let publisher = target.publisher();
  const around: ContentEnvironment = {
    createTerminal: (agrees) => ({
      print: (line) => void printed.push(line),
      printError: (line) => void complained.push(line),
      confirm: async (question) => {
        if (!agrees) asked.push(question);
        return agrees || answer;
      },
      showProgress: (what, done, total) => void shown.push(`${what} ${done} of ${total}`),
    }),
    openDestination: async (_, by) => {
      publisher = target.publisher(by);
      return publisher.destination;
    },
    onInterrupt: (call) => {
      interrupt = call;
      return () => {
        interrupt = () => {};
      };
    },
  };
  return {
    bucket: target,
    printed,
    complained,
    asked,
    shown,
    changes: () => publisher.changes,
    around,
    interrupt: () => interrupt(),
    publish: (...args: string[]) => createPublishCommand(around).run(args),
    rollback: (...args: string[]) => createRollbackCommand(around).run(args),
  };
}

describe("publishing to a stage", () => {
  test("shows the changes, asks for a confirmation, and reports the result", async () => {
    const { bucket, printed, asked, shown, publish } = await createOperator();
    expect(await publish(await pack(), "--stage", "trial")).toBe(0);
    expect(asked).toEqual(["Publish this to trial?"]);
    expect(shown.filter((line) => line.startsWith("Audio files checked"))).toEqual([
      "Audio files checked 1 of 2",
      "Audio files checked 2 of 2",
    ]);
    expect(shown.at(-1)).toBe("Files 6 of 6");
    expect(printed).toEqual([
      "Checking the pack …",
      "spanish: 1 dialogue added: health/health-1",
      expect.stringMatching(/^To upload: 6 files, \d+\.\d MB\.$/),
      "6 uploaded, 0 unchanged, 0 removed.",
    ]);
    const record = await (await bucket.get(".published/000001.json")).Body?.transformToString();
    expect(JSON.parse(record ?? "")).toMatchObject({ by: "npm run content -- publish --stage trial" });
  });

  test("asks for no confirmation with --yes, or without changes", async () => {
    const { printed, asked, publish } = await createOperator();
    const directory = await pack();
    expect(await publish(directory, "--stage", "trial", "--yes")).toBe(0);
    expect(await publish(directory, "--stage", "trial")).toBe(0);
    expect(asked).toEqual([]);
    expect(printed.slice(-2)).toEqual([
      "Nothing to change: everything is already published.",
      "0 uploaded, 6 unchanged, 0 removed.",
    ]);
  });

  test("changes nothing and exits with 1 if the operator declines", async () => {
    const { bucket, complained, publish } = await createOperator({ answer: false });
    expect(await publish(await pack(), "--stage", "trial")).toBe(1);
    expect([complained, await bucket.names()]).toEqual([["Nothing was changed."], []]);
  });

  test("shows the changes in a dry run without setting a lock", async () => {
    const { printed, asked, changes, bucket, publish } = await createOperator();
    expect(await publish(await pack(), "--stage", "trial", "--dry-run")).toBe(0);
    expect([asked, changes(), await bucket.names()]).toEqual([[], [], []]);
    expect(printed[1]).toBe("spanish: 1 dialogue added: health/health-1");
    await expect(bucket.get(".published/lock.json")).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  test("removes dialogues that the pack lacks with --prune --replace-language or --prune all, but not with --prune alone", async () => {
    const { bucket, printed, publish } = await createOperator();
    const yes = ["--stage", "trial", "--yes"];
    const legal = "spanish/legal/legal-1/metadata.json";
    await publish(await pack({ [dialogue]: {}, "spanish/legal/legal-1": {}, "arabic/legal/legal-1": {} }), ...yes);
    const directory = await pack();
    await publish(directory, "--prune", ...yes);
    expect(await bucket.names()).toContain(legal);
    expect(printed.join("\n")).not.toContain("removed:");
    await publish(directory, "--prune", "--replace-language", "Spanish", ...yes);
    expect(printed).toContain("spanish: 1 dialogue removed: legal/legal-1");
    expect(await bucket.names()).not.toContain(legal);
    expect(await bucket.names()).toContain("arabic/metadata.json");
    await publish("--prune", "all", directory, ...yes);
    expect(await bucket.names()).not.toContain("arabic/metadata.json");
  });

  test("removes a dialogue by its name, and refuses a name that is not published", async () => {
    const { bucket, complained, publish } = await createOperator();
    const yes = ["--stage", "trial", "--yes"];
    await publish(await pack({ [dialogue]: {}, "spanish/legal/legal-1": {} }), ...yes);
    expect(await publish(await pack(), ...yes, "--remove", "spanish/legal/legal-2")).toBe(1);
    expect(complained.at(-1)).toMatch(/^spanish\/legal\/legal-2 cannot be removed: not published\./);
    expect(await publish(await pack(), ...yes, "--remove", dialogue)).toBe(1);
    expect(complained.at(-1)).toMatch(/^spanish\/health\/health-1 cannot be removed: still in the pack\./);
    expect(await publish(await pack(), ...yes, "--remove", "spanish/legal/legal-1")).toBe(0);
    expect(await bucket.readJson("spanish/metadata.json")).toEqual([expect.objectContaining({ id: "health" })]);
  });

  test("accepts the workspace directory in place of its pack", async () => {
    const files = [...(await createPack({ [dialogue]: {} }))].map(
      ([name, content]) => [`pack/${name}`, content] as const,
    );
    const { bucket, publish } = await createOperator();
    const built = await writeFiles(new Map([...files, ["scripts/a.json", "{}"]]));
    expect(await publish(built, "--stage", "trial", "--yes")).toBe(0);
    expect(await bucket.names()).toHaveLength(6);
    const unbuilt = await writeFiles(new Map([["scripts/a.json", "{}"]]));
    const withoutPack = await createOperator();
    expect(await withoutPack.publish(unbuilt, "--stage", "trial", "--yes")).toBe(1);
    expect(withoutPack.complained).toEqual([
      `No pack has been built in ${unbuilt} yet: run npm run content -- build ${unbuilt}`,
    ]);
  });

  test("lists twenty problems, and counts the remaining problems", async () => {
    const strays = Array.from({ length: 25 }, (_, at) => [`notes-${at}.txt`, "x"] as const);
    const { complained, publish } = await createOperator();
    const directory = await writeFiles(new Map([...(await createPack({ [dialogue]: {} })), ...strays]));
    expect(await publish(directory, "--stage", "trial", "--yes")).toBe(1);
    const lines = complained.join("\n").split("\n");
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe("… and 5 more; npm run content -- check lists all.");
  });

  test("exits with 1 and names the problem of the pack", async () => {
    const files = await createPack({ [dialogue]: { isPlain: true } });
    files.set(`${dialogue}/segments/segment-1.mp3`, await readSound("silence"));
    const { bucket, complained, publish } = await createOperator();
    expect(await publish(await writeFiles(files), "--stage", "trial", "--yes")).toBe(1);
    expect(complained).toEqual([`The pack has problems:\n${dialogue}/segments/segment-1.mp3: is silent`]);
    expect(await bucket.names()).toEqual([]);
  });

  test("stops after Ctrl-C during the upload, and succeeds when the command is repeated", async () => {
    const first = await createOperator();
    const { openDestination } = first.around;
    first.around.openDestination = async (_, by) => {
      first.around.openDestination = openDestination;
      return first.bucket.publisher(by, undefined, async () => first.interrupt()).destination;
    };
    const directory = await pack();
    expect(await first.publish(directory, "--stage", "trial", "--yes")).toBe(1);
    expect(first.complained).toEqual(["Interrupted. Uploaded files stay: repeat the command to continue."]);
    expect(await first.publish(directory, "--stage", "trial", "--yes")).toBe(0);
    expect(await first.bucket.names()).toHaveLength(6);
  });
});

describe("rolling back", () => {
  test("shows the publication to restore, asks for a confirmation, and reports the result", async () => {
    const { printed, asked, publish, rollback, bucket } = await createOperator();
    for (const words of ["One.", "Two."]) {
      await publish(await pack({ [dialogue]: { words } }), "--stage", "trial", "--yes");
    }
    printed.length = 0;
    expect(await rollback("--stage", "trial")).toBe(0);
    expect(printed).toEqual([
      expect.stringMatching(/^Publication 1 of [\d-]{10} [\d:]{5} UTC \(npm run content -- publish --stage trial\):$/),
      "spanish: 1 dialogue changed: health/health-1",
      expect.stringMatching(/^To upload: 1 file, /),
      "Publication 1 is restored.",
    ]);
    expect(asked).toEqual(["Restore it on trial?"]);
    expect(JSON.stringify(await bucket.readJson(`${dialogue}/metadata.json`))).toContain("One.");
  });

  test("exits with 1 and explains that there is no previous publication", async () => {
    const { complained, rollback } = await createOperator();
    expect(await rollback("--stage", "trial", "--yes")).toBe(1);
    expect(complained).toEqual([expect.stringContaining("There is no earlier publication")]);
  });
});

describe("the publish command with invalid arguments", () => {
  test.each([
    ["no stage", ["pack"]],
    ["no pack", ["--stage", "trial"]],
    ["two packs", ["one", "two", "--stage", "trial"]],
    ["an unknown option", ["pack", "--stage", "trial", "--purge"]],
  ])("exits with 2 and prints the usage: %s", async (_, args) => {
    const { complained, publish } = await createOperator();
    expect(await publish(...args)).toBe(2);
    expect(complained).toEqual([expect.stringContaining("Usage: npm run content -- publish DIR --stage STAGE|local")]);
  });

  test("lists the existing stages for an unknown stage", async () => {
    const { around, complained } = await createOperator();
    expect(
      await createPublishCommand({ ...around, openDestination: defaultEnvironment.openDestination }).run([
        await pack(),
        "--stage",
        "nowhere",
      ]),
    ).toBe(1);
    expect(complained).toEqual([expect.stringMatching(/^There is no stage "nowhere": choose one of dev, prod/)]);
  });
});

describe("a publication that is interrupted", () => {
  const xmlError = (code: string, message: string) =>
    `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

  test.each<[string, ProxyFailure, RegExp]>([
    // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
    [
      "an expired session",
      { status: 400, body: xmlError("ExpiredToken", "The provided token has expired.") },
      /^The AWS session has expired: log in again/,
    ],
    [
      "a missing permission",
      { status: 403, body: xmlError("AccessDenied", "Access Denied") },
      /^These AWS credentials lack a permission: Access Denied$/,
    ],
    ["a failed network", "gone", /^The network failed: /],
  ])("by %s reports the cause in one line, and succeeds when it is repeated later", async (_, trouble, sentence) => {
    const at = await createOperator();
    const proxy = await startProxy(at.bucket.url);
    const destination = at.bucket.publisher().destination;
    const s3 = new S3Client({ ...testClient, endpoint: proxy.url });
    const around = { ...at.around, openDestination: async () => ({ ...destination, s3 }) };
    const directory = await pack();
    proxy.breakAfterUploads(3, trouble);
    expect(await createPublishCommand(around).run([directory, "--stage", "trial", "--yes"])).toBe(1);
    expect(at.complained).toEqual([expect.stringMatching(sentence)]);
    expect(at.complained[0]).not.toContain("\n");
    expect(at.printed.at(-1)).toMatch(/^Interrupted\. Uploaded files stay: repeat the command to continue\./);
    expect((await at.bucket.names()).length).toBeLessThan(6);
    proxy.mend();
    at.bucket.pass(121_000);
    expect(await at.publish(directory, "--stage", "trial", "--yes")).toBe(0);
    expect(await at.bucket.names()).toHaveLength(6);
  });
});

test("the publish command explains how to get credentials if there are none", async () => {
  const none = { AWS_PROFILE: undefined, AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
  const noCredentials = { AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" };
  const environment = { ...none, ...noCredentials, AWS_EC2_METADATA_DISABLED: "true" };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { around, complained } = await createOperator();
  expect(
    await createPublishCommand({ ...around, openDestination: defaultEnvironment.openDestination }).run([
      await pack(),
      "--stage",
      "dev",
      "--yes",
    ]),
  ).toBe(1);
  expect(complained).toEqual([expect.stringMatching(/^No AWS credentials were found: .*AWS_PROFILE\.$/)]);
});

describe("publishing to the local cloud", () => {
  const stateDirectory = () => {
    const directory = mkdtempSync(join(tmpdir(), "parlance-state-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    return directory;
  };
  const notRunning = "No local cloud is running here: start it with npm start, then repeat the command.";

  test("uses the address in the local cloud's state folder", async () => {
    const bucket = await startTestBucket();
    const directory = stateDirectory();
    const address = { endpoint: bucket.url, region: testClient.region, bucket: bucketName };
    const file = JSON.stringify({ ...address, credentials: testClient.credentials });
    writeFileSync(join(directory, "content-address.json"), file);
    vi.stubEnv("PARLANCE_STATE", directory);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { around } = await createOperator();
    const real = { ...around, openDestination: defaultEnvironment.openDestination };
    expect(await createPublishCommand(real).run([await pack(), "--stage", "local", "--yes"])).toBe(0);
    expect(await bucket.names()).toHaveLength(6);
  });

  test("reports that no local cloud is running, even after a crash", async () => {
    const directory = stateDirectory();
    await expect(createLocalDestination(directory, "test")).rejects.toThrow(notRunning);
    const address = { endpoint: "http://127.0.0.1:9", region: testClient.region, bucket: bucketName };
    const file = JSON.stringify({ ...address, credentials: testClient.credentials });
    writeFileSync(join(directory, "content-address.json"), file);
    await expect(createLocalDestination(directory, "test")).rejects.toThrow(notRunning);
  });
});
