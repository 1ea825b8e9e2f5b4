/** In Hz. This rate covers speech up to 12 kHz at half the size of the usual 48,000 Hz. */
export const recordingSampleRate = 24_000;

const headerBytes = 44;
const bytesPerSample = 2;
const pcmFormat = 1;
const fullScale = 32_768;

export type WavHeader = {
  /** Hz. */
  sampleRate: number;
  channels: number;
  bitsPerSample: number;
  /** In bytes from the start of the file. */
  dataOffset: number;
  /** The length of the samples in bytes, limited to the actual file. */
  dataBytes: number;
  durationSeconds: number;
};

function writeText(view: DataView, offset: number, text: string): void {
  for (let at = 0; at < text.length; at += 1) view.setUint8(offset + at, text.charCodeAt(at));
}

function readText(view: DataView, offset: number): string {
  return String.fromCharCode(...Array.from({ length: 4 }, (_, at) => view.getUint8(offset + at)));
}

function writeHeader(view: DataView, sampleRate: number, dataBytes: number): void {
  writeText(view, 0, "RIFF");
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  writeText(view, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, pcmFormat, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, bytesPerSample * 8, true);
  writeText(view, 36, "data");
  view.setUint32(40, dataBytes, true);
}

/**
 * Encodes mono samples as a 16-bit PCM WAV file.
 * @param samples full scale is -1 to 1; values outside are clipped, and NaN becomes silence
 * @param sampleRate Hz
 */
export function encodeWav(samples: Float32Array, sampleRate: number = recordingSampleRate): ArrayBuffer {
  const dataBytes = samples.length * bytesPerSample;
  const file = new ArrayBuffer(headerBytes + dataBytes);
  const view = new DataView(file);
  writeHeader(view, sampleRate, dataBytes);
  samples.forEach((sample, at) => {
    const clipped = Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale)));
    view.setInt16(headerBytes + at * bytesPerSample, clipped, true);
  });
  return file;
}

type Format = Pick<WavHeader, "sampleRate" | "channels" | "bitsPerSample">;

function readFormat(view: DataView, offset: number): Format | undefined {
  if (view.getUint16(offset, true) !== pcmFormat) return undefined;
  return {
    channels: view.getUint16(offset + 2, true),
    sampleRate: view.getUint32(offset + 4, true),
    bitsPerSample: view.getUint16(offset + 14, true),
  };
}

/** Supports only integer PCM (format tag 1). */
export function parseWavHeader(file: ArrayBuffer): WavHeader | undefined {
  const view = new DataView(file);
  if (file.byteLength < 12 || readText(view, 0) !== "RIFF" || readText(view, 8) !== "WAVE") return undefined;
  let format: Format | undefined;
  for (let offset = 12; offset + 8 <= file.byteLength; ) {
    const id = readText(view, offset);
    const size = view.getUint32(offset + 4, true);
    const body = offset + 8;
    if (id === "fmt " && size >= 16 && body + 16 <= file.byteLength) format = readFormat(view, body);
    if (id === "data") {
      const frameBytes = format && (format.channels * format.bitsPerSample) / 8;
      if (!format || !frameBytes || !format.sampleRate) return undefined;
      const dataBytes = Math.min(size, file.byteLength - body);
      const durationSeconds = Math.floor(dataBytes / frameBytes) / format.sampleRate;
      return { ...format, dataOffset: body, dataBytes, durationSeconds };
    }
    // Chunks are padded to an even length.
    offset = body + size + (size % 2);
  }
  return undefined;
}

export type WavReader = {
  /** Hz. */
  sampleRate: number;
  /** In samples. */
  length: number;
  /** Full scale is -1 to 1; `to` is exclusive. */
  read(from: number, to: number): Float32Array;
};

/** Supports only 16-bit mono PCM, the format of `encodeWav`. */
export function openWav(file: ArrayBuffer): WavReader | undefined {
  const header = parseWavHeader(file);
  if (header?.channels !== 1 || header.bitsPerSample !== bytesPerSample * 8) return undefined;
  const view = new DataView(file, header.dataOffset, header.dataBytes);
  const length = Math.floor(header.dataBytes / bytesPerSample);
  const read = (from: number, to: number) => {
    const samples = new Float32Array(Math.max(0, Math.min(length, to) - from));
    for (let at = 0; at < samples.length; at += 1) {
      samples[at] = view.getInt16((from + at) * bytesPerSample, true) / fullScale;
    }
    return samples;
  };
  return { sampleRate: header.sampleRate, length, read };
}

export function decodeWav(file: ArrayBuffer): { samples: Float32Array; sampleRate: number } | undefined {
  const wav = openWav(file);
  return wav && { samples: wav.read(0, wav.length), sampleRate: wav.sampleRate };
}
