import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createSamplePack, writeFiles } from "../content/sample-pack.ts";
import { apiOf } from "../lambdas/support/call-api.ts";
import { advanceClock } from "../support/advance-clock.ts";
import { type ChildApp, type ChildAppOptions, root, startChildApp } from "../support/child-app.ts";
import { freePorts, isFree } from "../support/free-port.ts";
import { createLearner, fetchConfig, fetchMails, renewTokens, signIn } from "../support/learner.ts";
import { scaledTimeoutMs } from "../support/limits.ts";
import { oneSentence, runProgram } from "../support/run-program.ts";

let directory: string;
let port: number;
// A small pack, because loading `content/pack` takes long.
let packDirectory: string;
beforeEach(async () => {
  packDirectory = await writeFiles(await createSamplePack());
  directory = mkdtempSync(join(tmpdir(), "parlance-start-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  port = await freePorts(6);
});

async function start(content: Pick<ChildAppOptions, "packDirectory"> = { packDirectory }): Promise<ChildApp> {
  const app = await startChildApp({ directory, port, ...content });
  onTestFinished(async () => void (await app.end("SIGKILL")));
  return app;
}

/** The child has an IPC channel. The cloud ends when a test closes the channel. */
function spawnApp(content: { PARLANCE_PACK?: string } = { PARLANCE_PACK: packDirectory }) {
  const env = { ...process.env, ...content, PORT: String(port), PARLANCE_STATE: directory };
  const child = spawn(process.execPath, ["local/main.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, exited: once(child, "exit") };
}

const untilThere = (name: string) =>
  vi.waitFor(() => expect(existsSync(join(directory, name))).toBe(true), {
    timeout: scaledTimeoutMs(10_000),
    interval: 5,
  });

const untilStarted = () =>
  vi.waitFor(() => fetchConfig(`http://localhost:${port}`), { timeout: scaledTimeoutMs(10_000) });

const tryStart = (env: NodeJS.ProcessEnv) =>
  runProgram(["--disable-warning=ExperimentalWarning", "local/main.ts"], {
    cwd: root,
    env: { PORT: String(port), PARLANCE_STATE: directory, PARLANCE_PACK: packDirectory, ...env },
  });
const reset = () => runProgram(["local/reset.mjs"], { cwd: root, env: { PARLANCE_STATE: directory } });
const freeNow = () => Promise.all([0, 1, 2, 3].map((offset) => isFree(port + offset)));
const lockFile = () => join(directory, "running.pid");

async function endsInOrder(app: ChildApp, signal: NodeJS.Signals): Promise<void> {
  app.process.kill(signal);
  expect(await app.end(signal)).toBe(0);
  expect(await freeNow()).toEqual([true, true, true, true]);
  // SQLite deletes its log when the last connection to a database closes.
  for (const name of ["running.pid", "state.sqlite-wal"]) expect(readdirSync(directory)).not.toContain(name);
}

describe("Parlance", () => {
  test("prints its address, responds, and ends cleanly on SIGTERM", async () => {
    const app = await start({});
    expect(app.url).toBe(`http://localhost:${port}`);
    expect((await fetch(app.url)).headers.get("content-type")).toContain("text/html");
    expect(await fetchConfig(app.url)).toMatchObject({
      apiUrl: `http://localhost:${port + 1}`,
      userPoolEndpoint: `http://localhost:${port + 2}`,
    });
    for (const page of ["inbox", "clock"]) expect((await fetch(`${app.url}/local/${page}`)).status).toBe(200);
    expect(await (await fetch(`${app.url}/local`)).text()).toContain(`http://localhost:${port + 3}`);
    await endsInOrder(app, "SIGTERM");
  });

  test("ends cleanly on SIGINT", async () => {
    const app = await start();
    await fetch(app.url);
    await endsInOrder(app, "SIGINT");
  });

  // The cloud opens the web app's port (offset 0) first, and the API's port (offset 1) last.
  test.each([0, 1])("does not start if its port plus %i is in use, and leaves no lock file", async (offset) => {
    const other = createServer().listen(port + offset, "127.0.0.1");
    onTestFinished(() => void other.close());
    const { code, stderr } = await tryStart({});
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^Port ${port + offset} is taken by another program\\. [^\\n]*PORT=\\d+ npm start\\n$`),
    );
    expect(await freeNow()).toEqual([0, 1, 2, 3].map((at) => at !== offset));
    expect(existsSync(lockFile())).toBe(false);
  });

  test("does not start with a malformed pack, and names the malformed file without a stack trace", async () => {
    writeFileSync(join(packDirectory, "metadata.json"), "{");
    const { code, stderr } = await tryStart({});
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The pack has problems:\n.*metadata\.json/);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(existsSync(lockFile())).toBe(false);
  });

  test("does not start on an invalid port, and creates no state", async () => {
    const { code, stdout, stderr } = await tryStart({ PORT: "" });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe('PORT must be a number from 1 to 65000, not "".\n');
    expect(readdirSync(directory)).toEqual([]);
  });

  test("refuses a second start with the same data, and a reset of the data, while running", async () => {
    const app = await start();
    const elsewhere = { PORT: String(await freePorts(6)) };
    for (const refused of [await tryStart(elsewhere), await reset()]) {
      expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(oneSentence) });
      expect(refused.stderr).toContain(`(process ${app.process.pid})`);
    }
    // Simulates two starts at the same time.
    rmSync(lockFile());
    expect(await tryStart(elsewhere)).toMatchObject({ code: 1, stderr: expect.stringMatching(oneSentence) });
    await createLearner(app.url);
    expect(await app.end("SIGTERM")).toBe(0);
  });

  test.each([
    ["after its start", () => untilStarted()],
    ["during its start", () => untilThere("handlers.log")],
  ])("ends cleanly if its parent process disconnects %s", async (_, untilThen) => {
    const { child, exited } = spawnApp();
    await untilThen();
    child.disconnect();
    expect(await exited).toEqual([0, null]);
    expect(await freeNow()).toEqual([true, true, true, true]);
    expect(existsSync(lockFile())).toBe(false);
  });

  test("has no account and no mail of a former learner after a reset", async () => {
    const first = await start();
    const learner = await createLearner(first.url);
    await first.end("SIGTERM");
    const { code, stdout, stderr } = await reset();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(oneSentence);
    expect(existsSync(directory)).toBe(false);
    const second = await start();
    expect(await fetchMails(second.url, learner.email)).toEqual([]);
    await expect(signIn(second.url, learner)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });
});

describe("Parlance after a crash", () => {
  test("starts again if the crash was during the first start", async () => {
    const { child, exited } = spawnApp({});
    await untilThere("s3");
    child.kill("SIGKILL");
    await exited;
    const app = await start({});
    expect((await createLearner(app.url)).userId).not.toBe("");
  });

  test("has the data, time and tokens from before the crash", async () => {
    const first = await start();
    const learner = await createLearner(first.url);
    const before = apiOf((await fetchConfig(first.url)).apiUrl, learner.tokens.AccessToken);
    await before.ask("update-profile", { body: { language_preference: "nepali" } });
    const plan = await before.ask("choose-free-plan");
    const attempt = {
      params: { scenarioId: "emp-1", segmentId: "segment-1" },
      body: { attempts: 3, completed: true, last_attempt_at: new Date().toISOString() },
    };
    const progress = await before.ask("save-progress", attempt);
    const mails = await fetchMails(first.url, learner.email);
    await advanceClock(first.url, "P2D");
    const completed = await before.ask("complete-scenario", { params: { scenarioId: "emp-1" } });
    expect(await first.end("SIGKILL")).toBeNull();

    const second = await start();
    const after = apiOf((await fetchConfig(second.url)).apiUrl, learner.tokens.AccessToken);
    const account = await after.ask("get-account");
    expect(account.profile).toMatchObject({ email: learner.email, language_preference: "nepali" });
    expect(account.subscription).toEqual(plan);
    expect(await after.ask("list-completed-scenarios")).toEqual([completed]);
    const late = { ...attempt, body: { ...attempt.body, attempts: 1, last_attempt_at: "2020-01-01T00:00:00.000Z" } };
    expect(await after.ask("save-progress", late)).toEqual(progress);
    const [grant] = (await after.ask("grant-content")).grants;
    expect((await fetch(`${grant?.folderUrl}metadata.json?${grant?.query}`)).status).toBe(200);
    expect(await fetchMails(second.url, learner.email)).toEqual(mails);
    const { serverTime } = await after.call("get-account");
    expect(serverTime.getTime()).toBeGreaterThan(Date.now() + 86_400_000);
    const renewed = await renewTokens(second.url, learner.tokens.RefreshToken);
    for (const { AccessToken } of [renewed, await signIn(second.url, learner)]) {
      expect(await apiOf(`http://localhost:${port + 1}`, AccessToken).ask("get-account")).toEqual(account);
    }
    expect(second.output()).not.toContain('"answered"');
    expect(await second.end("SIGTERM")).toBe(0);
  });
});
