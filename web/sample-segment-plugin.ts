import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MPEGDecoder } from "mpg123-decoder";
import type { Plugin } from "vite";
import { audioPaths, SegmentList } from "../domain/content/pack.ts";
import { exampleFolder, metadataPath } from "../domain/content/scenario.ts";
import { normalisePeaks, reduceToPeaks } from "./src/audio/peaks.ts";
import { barCount } from "./src/features/trial/bar-count.ts";
import type { SampleAudio } from "./src/features/trial/sample-segment.ts";

const moduleId = "virtual:sample-segment";
const packDirectory = join(import.meta.dirname, "..", "content", "pack");
const folder = `${exampleFolder}example-1/`;

/** The build assigns the URL. */
type SampleAudioFile = Omit<SampleAudio, "url"> & { path: string };

async function readSampleAudio(decoder: MPEGDecoder, path: string, text: string): Promise<SampleAudioFile> {
  await decoder.reset();
  const { channelData, samplesDecoded, sampleRate } = decoder.decode(readFileSync(join(packDirectory, path)));
  if (samplesDecoded === 0) throw new Error(`${path} cannot be decoded`);
  const peaks = [...normalisePeaks(reduceToPeaks(channelData, barCount))];
  return {
    path,
    text,
    seconds: samplesDecoded / sampleRate,
    peaks: peaks.map((peak) => Math.round(peak * 100) / 100),
  };
}

export async function readSampleSegment(): Promise<{
  speaker: string;
  original: SampleAudioFile;
  reference: SampleAudioFile;
}> {
  const [segment] = SegmentList.parse(JSON.parse(readFileSync(join(packDirectory, metadataPath(folder)), "utf8")));
  if (!segment) throw new Error(`${folder} has no segments`);
  const { original, translation } = audioPaths(folder, segment);
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    return {
      speaker: segment.name,
      original: await readSampleAudio(decoder, original, segment.original_script),
      reference: await readSampleAudio(decoder, translation, segment.translated_script),
    };
  } finally {
    decoder.free();
  }
}

const importUrl = (name: string, { path }: SampleAudioFile) =>
  `import ${name} from ${JSON.stringify(`${join(packDirectory, path)}?url`)};`;
const withUrl = (name: string, { path: _, ...voice }: SampleAudioFile) =>
  `{ ...${JSON.stringify(voice)}, url: ${name} }`;

/** Provides `virtual:sample-segment`: one segment of the pack with its transcripts, waveforms and audio URLs. */
export function sampleSegment(): Plugin {
  return {
    name: "parlance-sample-segment",
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : null),
    load: async (id) => {
      if (id !== `\0${moduleId}`) return null;
      const { speaker, original, reference } = await readSampleSegment();
      return [
        importUrl("originalUrl", original),
        importUrl("referenceUrl", reference),
        `const original = ${withUrl("originalUrl", original)};`,
        `const reference = ${withUrl("referenceUrl", reference)};`,
        `export const sampleSegment = { speaker: ${JSON.stringify(speaker)}, original, reference };`,
      ].join("\n");
    },
  };
}
