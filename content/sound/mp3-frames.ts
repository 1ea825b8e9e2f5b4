/**
 * Frame headers of MPEG audio, layer III: http://www.mp3-tech.org/programmer/frame_header.html
 * Bit rates are in kbit/s and sample rates in Hz, by the index in the header. `first` is for MPEG 1, `second` for MPEG
 * 2 and 2.5.
 */
const bitRates = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  second: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];
/** Divisors of the sample rates for MPEG 2.5, the reserved value, MPEG 2 and MPEG 1. */
const rateDivisors = [4, 0, 2, 1];
const layerThree = 1;
/** A header has four bytes. The first three determine the frame's length. */
const headerBytes = 3;
const id3HeaderBytes = 10;

/** Returns the length in bytes; null if no frame of known length starts at `at`. */
function frameLength(mp3: Uint8Array, at: number): number | null {
  const [sync = 0, second = 0, third = 0] = mp3.subarray(at, at + 3);
  if (sync !== 0xff || (second & 0xe0) !== 0xe0 || ((second >> 1) & 3) !== layerThree) return null;
  const divisor = rateDivisors[(second >> 3) & 3] ?? 0;
  const isFirst = divisor === 1;
  const bitRate = bitRates[isFirst ? "first" : "second"][third >> 4] ?? 0;
  const sampleRate = (sampleRates[(third >> 2) & 3] ?? 0) / divisor;
  if (bitRate === 0 || !Number.isFinite(sampleRate) || sampleRate === 0) return null;
  return Math.floor(((isFirst ? 144_000 : 72_000) * bitRate) / sampleRate) + ((third >> 1) & 1);
}

/** The size of an ID3v2 tag has seven bits in each byte: https://id3.org/id3v2.4.0-structure */
function skipTag(mp3: Uint8Array): number {
  if (Buffer.from(mp3.subarray(0, 3)).toString("latin1") !== "ID3") return 0;
  const size = [...mp3.subarray(6, id3HeaderBytes)].reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return id3HeaderBytes + size;
}

/** An interrupted copy usually leaves an MP3 that ends within a frame or a tag. */
export function isTruncatedMp3(mp3: Uint8Array): boolean {
  let at = skipTag(mp3);
  if (at >= mp3.length) return mp3.length > 0;
  for (let length = frameLength(mp3, at); length !== null; length = frameLength(mp3, at)) {
    at += length;
    if (at > mp3.length) return true;
  }
  return mp3[at] === 0xff && mp3.length - at < headerBytes;
}
