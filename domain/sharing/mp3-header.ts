/**
 * Bit rates of MPEG layer III in kbit/s, for the indexes 1 to 14 in a frame's header.
 * Source: ISO/IEC 11172-3, 2.4.2.3, and ISO/IEC 13818-3, 2.4.2.3.
 */
const bitRates = {
  mpeg1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** In Hz, by the two bits of the version: 0 is MPEG 2.5, 2 is MPEG 2, 3 is MPEG 1. */
const sampleRates: Readonly<Record<number, readonly number[]>> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
};

function frameBytesAt(bytes: Uint8Array, at: number): number | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  // A header starts with eleven set bits. The bits of the layer are 01 for layer III.
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || (second & 0x06) !== 0x02) return null;
  const version = (second >> 3) & 0x03;
  const kbps = bitRates[version === 3 ? "mpeg1" : "mpeg2"][(third >> 4) - 1];
  const rate = sampleRates[version]?.[(third >> 2) & 0x03];
  if (kbps === undefined || rate === undefined) return null;
  const samplesPerFrame = version === 3 ? 1152 : 576;
  return Math.floor((samplesPerFrame * kbps * 125) / rate) + ((third >> 1) & 0x01);
}

/** Other data may look like one frame, but hardly ever like three in a row. */
const framesToCheck = 3;

/** Enough for `framesToCheck` frames. A frame has at most 1,441 bytes. */
export const mp3HeaderBytes = 6_000;

/**
 * Refuses a tag such as ID3 before the frames, because a tag can contain anything.
 * @param start the file's first `mp3HeaderBytes`, or the whole file if it is shorter
 */
export function isMp3(start: Uint8Array): boolean {
  let at = 0;
  for (let frame = 0; frame < framesToCheck; frame += 1) {
    const length = frameBytesAt(start, at);
    if (length === null) return false;
    at += length;
    if (at >= start.length) return at === start.length;
  }
  return true;
}
