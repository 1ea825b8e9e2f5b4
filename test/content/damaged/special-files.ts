import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";
import { createTemporaryDirectory } from "../sample-pack.ts";

/** On Linux, the path of a socket must fit into 108 bytes (`sun_path` in unix(7)). */
async function listen(place: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(place, resolve));
  onTestFinished(() => void server.close());
}

export const specialFiles: Readonly<Record<string, (place: string) => Promise<void>>> = {
  "a named pipe": async (place) => void execFileSync("mkfifo", [place]),
  "a socket": listen,
  "a symbolic link": async (place) => {
    const outside = path.join(await createTemporaryDirectory(), "outside");
    await writeFile(outside, "[]");
    await symlink(outside, place);
  },
};

export async function replaceWithLink(file: string, content: string | Uint8Array): Promise<void> {
  const outside = path.join(await createTemporaryDirectory(), "outside");
  await writeFile(outside, content);
  await rm(file, { force: true });
  await mkdir(path.dirname(file), { recursive: true });
  await symlink(outside, file);
}
