import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readScripts } from "../../../content/authoring/script-source.ts";
import { runContent } from "../../../operations/content/main.ts";
import { captureOutput } from "../../content/capture-output.ts";
import { createSamplePack, createTemporaryDirectory, readSound, writeFiles } from "../../content/sample-pack.ts";

const silent = "nepali/health/health-1/segments/segment-1.mp3";
const printed = captureOutput();
// `check` caches its findings about audio files in this folder.
beforeEach(async () => void vi.stubEnv("PARLANCE_STATE", await createTemporaryDirectory()));

const faultyPack = async () => await writeFiles((await createSamplePack()).set(silent, await readSound("silence")));

describe("npm run content", () => {
  it.each([[[]], [["help"]], [["--help"]]])("lists commands for the arguments %j", async (args) => {
    expect(await runContent(args)).toBe(0);
    for (const name of ["new", "import", "build", "check", "export"])
      expect(printed.out).toMatch(new RegExp(`^  ${name} `, "m"));
    expect(printed.error).toBe("");
  });

  it.each(["chek", "toString", "__proto__"])("exits with 2 for the unknown command %j", async (name) => {
    expect(await runContent([name])).toBe(2);
    expect(printed.error).toContain(`There is no command "${name}".`);
  });

  it.each([
    ["new", [], "Give a language and a topic."],
    ["new", ["nepali"], "Give a language and a topic."],
    ["new", ["nepali", "health", "health-1", "x"], '"x" is one argument too many'],
    ["import", ["a.csv", "--language", "nepali"], "Give a file, --language and --topic."],
    [
      "import",
      ["a.csv", "--language", "nepali", "--topic", "health", "--title", "At", "the", "clinic"],
      '"the" is one argument too many',
    ],
    ["check", [], "Give a directory: a pack, or one with pack/ in it."],
    ["check", [".", "--quick"], "--quick"],
    ["build", [], "Give a directory with scripts/ in it."],
  ])("exits with 2 and prints the usage after the call %s %j", async (name, args, message) => {
    expect(await runContent([name, ...args])).toBe(2);
    expect(printed.out).toBe("");
    expect(printed.error).toContain(message);
    expect(printed.error).toContain(`Usage: npm run content -- ${name} `);
  });
});

describe("the command content new", () => {
  it("writes a script with the topic's lowest free id or a given id, and a file with the rules", async () => {
    const to = await createTemporaryDirectory();
    expect(await runContent(["new", "Nepali", "HEALTH", "--to", to])).toBe(0);
    expect(await runContent(["new", "nepali", "health", "--to", to])).toBe(0);
    expect(await runContent(["new", "nepali", "legal", "legal-7", "--to", to])).toBe(0);
    const scripts = await readScripts(path.join(to, "scripts"));
    expect(scripts.map(({ topic, id }) => [topic, id])).toEqual([
      ["health", "health-1"],
      ["health", "health-2"],
      ["legal", "legal-7"],
    ]);
    expect(await readFile(path.join(to, "RULES.md"), "utf8")).toContain("at most 35 words");
    expect(printed.out).toContain(`npm run content -- build ${to}`);
  });

  it("writes an incomplete template that the build refuses, for five languages", async () => {
    for (const language of ["nepali", "spanish", "yoruba", "igbo", "vietnamese"]) {
      const to = await createTemporaryDirectory();
      expect(await runContent(["new", language, "health", "--to", to])).toBe(0);
      expect(await runContent(["build", to])).toBe(1);
      expect(printed.error).toContain(`scripts/${language}/health/health-1.json: segment 1 `);
    }
  });

  it.each([
    ["an unknown language", ["klingon", "health"], '"klingon" is not a language to practise'],
    [
      "English, which is a language of every dialogue",
      ["english", "health"],
      '"english" is not a language to practise',
    ],
    ["an unknown topic", ["nepali", "sports"], '"sports" is not a topic: choose one of employment,'],
    [
      "another topic's id",
      ["nepali", "health", "legal-1"],
      '"legal-1" is not an id of the topic health: its ids begin with "health-"',
    ],
    ["an id that could leave its folder", ["nepali", "health", "../health-1"], '"../health-1" is not an id'],
    ["examples in a language other than Nepali", ["hindi", "example"], "Examples exist only in nepali"],
  ])("refuses %s, and does not write RULES.md", async (_fault, args, message) => {
    const to = path.join(await createTemporaryDirectory(), "mine");
    expect(await runContent(["new", ...args, "--to", to])).toBe(1);
    expect(printed.error).toContain(message);
    await expect(readFile(path.join(to, "RULES.md"))).rejects.toThrow("ENOENT");
  });

  it("refuses the id of an existing script, and does not change the script", async () => {
    const to = await createTemporaryDirectory();
    expect(await runContent(["new", "nepali", "health", "health-1", "--to", to])).toBe(0);
    const script = path.join(to, "scripts/nepali/health/health-1.json");
    await writeFile(script, "edited");
    expect(await runContent(["new", "nepali", "health", "health-1", "--to", to])).toBe(1);
    expect(await readFile(script, "utf8")).toBe("edited");
    expect(printed.error).toBe(
      "nepali/health/health-1.json already exists: choose another id, or replace it with import --replace.\n",
    );
  });
});

describe("the command content import", () => {
  const importing = async (content: string, ...more: string[]) => {
    const to = await createTemporaryDirectory();
    const file = path.join(to, "at-the_clinic.csv");
    await writeFile(file, content);
    const code = await runContent(["import", file, "--language", "nepali", "--topic", "health", "--to", to, ...more]);
    return { code, scripts: await readScripts(path.join(to, "scripts")) };
  };
  const row = "What is your name?,तपाईंको नाम के हो?\n";

  it("writes a script with the given title, the table's title, or a title from the file name", async () => {
    const { code, scripts } = await importing(row);
    expect([code, printed.error]).toEqual([0, ""]);
    expect(scripts).toEqual([expect.objectContaining({ id: "health-1", title: "at the clinic" })]);
    expect((await importing(row, "--title", "First visit", "--id", "health-4")).scripts).toEqual([
      expect.objectContaining({ id: "health-4", title: "First visit" }),
    ]);
    expect((await importing(`original,translation,title\n${row.trim()},In the ward\n`)).scripts).toEqual([
      expect.objectContaining({ title: "In the ward", segments: [expect.objectContaining({ speaker: "english" })] }),
    ]);
  });

  it("takes an id of the topic from the file name, and refuses a file whose id is taken", async () => {
    const to = await createTemporaryDirectory();
    const importNamed = async (name: string) => {
      await writeFile(path.join(to, name), row);
      return runContent(["import", path.join(to, name), "--language", "nepali", "--topic", "health", "--to", to]);
    };
    const names = ["health-7.csv", "legal-2.csv", "health-ward-9.csv"];
    for (const name of names) expect(await importNamed(name)).toBe(0);
    expect((await readScripts(path.join(to, "scripts"))).map(({ id }) => id)).toEqual([
      "health-1",
      "health-2",
      "health-7",
    ]);
    expect(await importNamed("health-7.csv")).toBe(1);
    expect(printed.error).toContain("nepali/health/health-7.json already exists");
  });

  it("reports at most fifty doubtful cells, and writes nothing", async () => {
    const { code, scripts } = await importing("=A1,नमस्ते\n".repeat(60));
    expect([code, scripts]).toEqual([1, []]);
    const lines = printed.error.trim().split("\n");
    expect(lines[0]).toMatch(/^at-the_clinic\.csv, row 1, column A: is a formula/);
    expect(lines.slice(50)).toEqual([
      "… and 10 more.",
      "Nothing was written: correct these cells, then import the table again.",
    ]);
  });

  it("reports invisible marks in cells, and writes the script without them", async () => {
    const { code, scripts } = await importing("What is your name?\u200f,तपाईंको नाम के हो?\n");
    expect([code, printed.error]).toEqual([0, ""]);
    expect(printed.out).toMatch(/^! at-the_clinic\.csv, row 1, column A: .*\(right-to-left mark\), which were removed/);
    expect(scripts).toEqual([
      expect.objectContaining({ segments: [expect.objectContaining({ original: "What is your name?" })] }),
    ]);
  });

  it("reports a missing file, and a directory without tables", async () => {
    const call = ["--language", "nepali", "--topic", "health"];
    expect(await runContent(["import", "/nowhere/a.csv", ...call])).toBe(1);
    expect(printed.error).toBe("This does not exist: /nowhere/a.csv\n");
    expect(await runContent(["import", await createTemporaryDirectory(), ...call])).toBe(1);
    expect(printed.error).toMatch(/There is no table/);
  });
});

describe("the command content check", () => {
  it("exits with 0 for a pack without problems", async () => {
    expect(await runContent(["check", await writeFiles(await createSamplePack())])).toBe(0);
    expect(printed.out).toMatch(/^No problems found\. Advice: \d+\.$/m);
    expect(printed.out).not.toContain("✗");
    expect(printed.out).toContain("Audio files checked 4 of 4\n");
  });

  it("exits with 1 and lists and counts the problems", async () => {
    expect(await runContent(["check", await faultyPack()])).toBe(1);
    expect(printed.out).toContain(`✗ ${silent}: is silent\n`);
    expect(printed.out).toMatch(/^Problems found: 1\./m);
  });

  it("writes the problems and the advice as JSON with --json", async () => {
    expect(await runContent(["check", await faultyPack(), "--json"])).toBe(1);
    const found = JSON.parse(printed.out);
    expect(found.problems).toEqual([{ path: silent, problem: "is silent" }]);
    expect(found.advice).toEqual(
      expect.arrayContaining([{ path: "nepali/health/health-1/", problem: expect.stringMatching(/2 words/) }]),
    );
  });

  it("checks the folder pack/ of a workspace, and reports a missing pack", async () => {
    const files = [...(await createSamplePack())].map(([name, content]) => [`pack/${name}`, content] as const);
    expect(await runContent(["check", await writeFiles(new Map(files))])).toBe(0);
    const unbuilt = await writeFiles(new Map([["scripts/a.json", "{}"]]));
    expect(await runContent(["check", unbuilt])).toBe(1);
    expect(printed.error).toBe(`No pack has been built in ${unbuilt} yet: run npm run content -- build ${unbuilt}\n`);
  });
});
