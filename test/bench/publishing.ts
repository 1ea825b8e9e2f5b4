import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CreateBucketCommand, DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { listFiles } from "../../content/files/list-files.ts";
import { isAudioFile } from "../../content/publishing/layout.ts";
import { lockName } from "../../content/publishing/lock.ts";
import { startS3 } from "../../fakes/s3/server.ts";
import { bucket, credentials, region } from "../../local/cloud-settings.ts";
import { root } from "../support/child-app.ts";
import { runChild } from "./content-child.ts";
import { startCountingProxy } from "./counting-proxy.ts";
import { exactRow, limitedRow, type Row } from "./row.ts";

const dialogues = 250;
const segmentsOfEach = 20;
const recordings = 2 * dialogues * segmentsOfEach;
const mostSeconds = 600;
const mostSecondsAgain = 60;
const mostMegabytes = 600;

async function writeJson(file: string, content: unknown): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, JSON.stringify(content));
}

async function writePack(pack: string): Promise<void> {
  const samplePack = join(root, "content", "pack");
  const samples = [...(await listFiles(samplePack)).keys()].filter(isAudioFile);
  const topic = join(pack, "finnish", "health");
  let copied = 0;
  for (let at = 1; at <= dialogues; at += 1) {
    const folder = join(topic, `health-${at}`);
    await mkdir(join(folder, "segments"), { recursive: true });
    const segments = Array.from({ length: segmentsOfEach }, (_, row) => ({
      name: "Doctor",
      audio: `segment-${row + 1}-${at.toString(16).padStart(8, "0")}.mp3`,
      original_script: `Please come back at ${row} on day ${at}.`,
      translated_script: `Tule takaisin kello ${row} päivänä ${at}.`,
    }));
    await writeJson(join(folder, "metadata.json"), segments);
    for (const { audio } of segments) {
      for (const name of [audio, audio.replace(".mp3", "_translated.mp3")]) {
        const sample = await readFile(join(samplePack, samples[copied++ % samples.length] ?? ""));
        await writeFile(join(folder, "segments", name), sample);
      }
    }
  }
  const listed = Array.from({ length: dialogues }, (_, at) => ({ id: `health-${at + 1}`, scenario: `Day ${at + 1}` }));
  await writeJson(join(topic, "metadata.json"), listed);
  await writeJson(join(pack, "finnish", "metadata.json"), [{ id: "health", name: "Health" }]);
}

/** If PARLANCE_STATE is `directory`, `--stage local` publishes to this bucket. */
export async function openCloud(directory: string) {
  const s3 = await startS3({ port: 0, directory: join(directory, "s3"), allowedOrigins: [], region, credentials });
  const proxy = await startCountingProxy(s3.url);
  const sdk = new S3Client({ endpoint: s3.url, region, credentials, forcePathStyle: true });
  await sdk.send(new CreateBucketCommand({ Bucket: bucket }));
  await writeJson(join(directory, "content-address.json"), { endpoint: proxy.url, region, bucket, credentials });
  return {
    stored: proxy.stored,
    // The lock of a killed publisher would block the next publication until the lock expires.
    removeLock: () => sdk.send(new DeleteObjectCommand({ Bucket: bucket, Key: lockName })),
    close: async () => {
      sdk.destroy();
      await proxy.close();
      await s3.close();
    },
  };
}

export async function measurePublishing(directory: string): Promise<Row[]> {
  const [pack, state] = [join(directory, "large-pack"), join(directory, "large-state")];
  await writePack(pack);
  const cloud = await openCloud(state);
  const call = ["operations/content/main.ts", "publish", pack, "--stage", "local", "--yes"];
  const env = { PARLANCE_STATE: state };
  try {
    const killed = await runChild(call, { env, killAt: /Files 5\d\d\d of/ });
    await cloud.removeLock();
    const rest = await runChild(call, { env });
    const again = await runChild(call, { env });
    const twice = [...cloud.stored].filter(([path, times]) => path.endsWith(".mp3") && times > 1);
    const arrived = [...cloud.stored.keys()].filter(isAudioFile);
    return [
      limitedRow(`Publishing ${recordings} recordings, killed half-way`, killed.seconds, "s", mostSeconds),
      limitedRow("  and the rest of them", rest.seconds, "s", mostSecondsAgain),
      limitedRow("  its memory at most", rest.megabytes, "MB", mostMegabytes),
      exactRow("  recordings that arrived", arrived.length, "objects", recordings),
      exactRow("  recordings that were sent twice", twice.length, "objects", 0),
      limitedRow("Publishing them again, unchanged", again.seconds, "s", mostSecondsAgain),
      limitedRow("  its memory at most", again.megabytes, "MB", mostMegabytes),
    ];
  } finally {
    await cloud.close();
  }
}
