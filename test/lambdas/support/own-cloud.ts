import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { type Cloud, startCloud } from "../../../local/cloud.ts";
import { createSamplePack, writeInto } from "../../content/sample-pack.ts";
import { addReport } from "./access-reports.ts";

export async function startOwnCloud(): Promise<Cloud> {
  const { template, directory: shared } = inject("cloud");
  const directory = mkdtempSync(join(tmpdir(), "parlance-own-cloud-"));
  const packDirectory = join(directory, "pack");
  for (const language of ["nepali", "spanish"] as const)
    await writeInto(packDirectory, await createSamplePack(language));
  const cloud = await startCloud({ directory, firstPort: 0, hot: false, grants: template.grants, packDirectory });
  const close = async () => {
    await cloud.close();
    addReport(cloud.access, shared);
    rmSync(directory, { recursive: true, force: true });
  };
  return { ...cloud, close };
}
