import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const folder = "docs/decisions";
const read = (path: string) => readFileSync(join(root, path), "utf8");

const files = readdirSync(join(root, folder))
  .filter((name) => name !== "README.md")
  .toSorted();

const opening = /^# (?<number>\d{4}): (?<title>.+)\n\n(?<date>\d{4}-\d\d-\d\d) · (?<status>.+)\n\n\*\*Context\.\*\* /;
const status = /^(accepted(, superseded in part by LINK(, LINK)*)?|superseded by LINK)$/;
const link = /\[(\d{4})\]\((\d{4})-[a-z0-9-]+\.md\)/g;

test("no two decision records have the same number", () => {
  expect(files.length).toBe(new Set(files.map((file) => file.slice(0, 4))).size);
});

test.each(files.map((file) => ({ file, number: file.slice(0, 4) })))(
  "$file has number $number, a status, a context, a decision and consequences",
  ({ file, number }) => {
    const text = read(`${folder}/${file}`);
    const groups = opening.exec(text)?.groups ?? {};
    expect([groups["number"], file.slice(0, 5)]).toEqual([number, `${number}-`]);
    expect(groups["status"]?.replaceAll(link, "LINK")).toMatch(status);
    for (const [, named, target] of groups["status"]?.matchAll(link) ?? []) {
      expect([named, Number(target) > Number(number)]).toEqual([target, true]);
    }
    expect(text.split("\n").filter((line) => /^\*\*(Decision|Consequences)\.\*\* /.test(line))).toHaveLength(2);
  },
);

const index = read(`${folder}/README.md`)
  .split("\n")
  .filter((line) => /^\| \[?\d{4}\b/.test(line));

test("the index of decisions lists every record in order, with its title, date and status", () => {
  const rows = files.map((file) => {
    const { number, title, date, status: told } = opening.exec(read(`${folder}/${file}`))?.groups ?? {};
    return `| [${number}](${file}) | ${title} | ${date} | ${told} |`;
  });
  expect(index.filter((line) => line.startsWith("| ["))).toEqual(rows);
});

function includedIn(file: string): string[] {
  const line = /^Includes the former decisions? (.+)\.$/m.exec(read(`${folder}/${file}`))?.[1] ?? "";
  return line.match(/\d{4}/g) ?? [];
}

const mergedRow = /^\| (?<number>\d{4}) \| in (?<links>LINK( and LINK)*) \| \d{4}-\d\d-\d\d \| merged \|$/;

test("the index of decisions lists every number up to the newest once, in order", () => {
  const listed = index.map((line) => /\d{4}/.exec(line)?.[0]);
  const newest = Number(listed.at(-1));
  expect(newest).toBeGreaterThan(0);
  expect(listed).toEqual(Array.from({ length: newest }, (_, before) => String(before + 1).padStart(4, "0")));
});

test("the index links a merged decision to exactly the records that include it", () => {
  const merged = index.filter((line) => !line.startsWith("| ["));
  for (const line of merged) expect(line.replaceAll(link, "LINK")).toMatch(mergedRow);
  const led = merged.flatMap((line) =>
    [...line.matchAll(link)].map(([, named, target]) => {
      expect(named).toBe(target);
      return `${/\d{4}/.exec(line)?.[0]} in ${named}`;
    }),
  );
  const included = files.flatMap((file) => includedIn(file).map((number) => `${number} in ${file.slice(0, 4)}`));
  expect(led.toSorted()).toEqual(included.toSorted());
});

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((path) => /\.(md|ts|tsx|mjs|css|html)$/.test(path) && existsSync(join(root, path)));

/** Returns targets relative to the repository's root. */
function linksOf(page: string): string[] {
  const targets = [...read(page).matchAll(/\]\((?!https?:|mailto:|#)(?<target>[^)\s]+)\)/g)];
  return targets.map(({ groups }) => join(dirname(page), (groups?.["target"] ?? "").replace(/#.*/, "")));
}

test("every relative link in a Markdown page leads to an existing file", () => {
  const pages = tracked.filter((path) => path.endsWith(".md"));
  const links = pages.flatMap((page) => linksOf(page).map((target) => ({ page, target })));
  expect(links.length).toBeGreaterThan(files.length);
  expect(links.filter(({ target }) => !existsSync(join(root, target)))).toEqual([]);
});

test("code and tests name only paths of existing decision records", () => {
  const named = tracked.flatMap((path) =>
    [...read(path).matchAll(/docs\/decisions\/[\w-]+\.md/g)].map(([target]) => ({ path, target })),
  );
  expect(named.filter(({ path }) => path.endsWith(".ts")).length).toBeGreaterThan(0);
  expect(named.filter(({ target }) => !existsSync(join(root, target)))).toEqual([]);
});
