import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createWorkspace } from "../../content/building/workspace.ts";
import { runChild } from "./content-child.ts";
import { limitedRow, type Row, reportedRow } from "./row.ts";

const dialogues = 50;
const segmentsOfEach = 20;
const segments = dialogues * segmentsOfEach;
const mostSecondsPerSegment = 1;
const mostSecondsUnchanged = 30;
const mostMegabytes = 600;

async function writeScripts(scripts: string): Promise<void> {
  const folder = join(scripts, "finnish", "health");
  await mkdir(folder, { recursive: true });
  for (let at = 1; at <= dialogues; at += 1) {
    const rows = Array.from({ length: segmentsOfEach }, (_, row) => ({
      role: "Doctor",
      speaker: "english",
      original: `Please come back at ${row} on day ${at}.`,
      translation: `Tule takaisin kello ${row} päivänä ${at}.`,
    }));
    const script = { id: `health-${at}`, title: `Day ${at}`, segments: rows };
    await writeFile(join(folder, `health-${at}.json`), JSON.stringify(script));
  }
}

export async function measureBuilding(directory: string): Promise<Row[]> {
  const place = join(directory, "workshop");
  await writeScripts(createWorkspace(place).scripts);
  const build = () => runChild(["test/bench/build-child.ts", place]);
  const [first, again] = [await build(), await build()];
  if (!again.output.includes(`0 made, ${2 * segments} kept`)) throw new Error(`Made again: ${again.output}`);
  // A new state folder, because a check stores the levels of the audio there for the next check.
  const env = { PARLANCE_STATE: join(directory, "workshop-state") };
  const check = await runChild(["operations/content/main.ts", "check", place], { env });
  const on = `on ${availableParallelism()} cores`;
  return [
    limitedRow(
      `Building ${segments} segments (${2 * segments} recordings) ${on}`,
      first.seconds,
      "s",
      segments * mostSecondsPerSegment,
    ),
    limitedRow("  its memory at most", first.megabytes, "MB", mostMegabytes),
    limitedRow("Building them again, unchanged", again.seconds, "s", mostSecondsUnchanged),
    reportedRow(`Checking them, with their levels, ${on}`, check.seconds, "s"),
    limitedRow("  its memory at most", check.megabytes, "MB", mostMegabytes),
  ];
}
