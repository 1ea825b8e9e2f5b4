import { describe, expect, it } from "vitest";
import { normalise, readWave, toPcm, trim } from "../../content/authoring/waveform.ts";

const rate = 1000;

function waveFile(samples: number[]): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt16LE(16, 34);
  return Buffer.concat([header, toPcm({ samples: Float32Array.from(samples), rate })]);
}

describe("sound of the pack", () => {
  it("is read from a WAV whose header does not know its length", () => {
    const { samples, rate: read } = readWave(waveFile([0, 0.5, -0.5]));
    expect(read).toBe(rate);
    expect([...samples].map((sample) => sample.toFixed(2))).toEqual(["0.00", "0.50", "-0.50"]);
    expect(() => readWave(Buffer.from("not a wave"))).toThrow("mono 16-bit");
  });

  it("loses silence at its ends but not within", () => {
    const silence = new Array<number>(500).fill(0);
    const speech = [0.5, ...silence, 0.5];
    const { samples } = trim({ samples: Float32Array.from([...silence, ...speech, ...silence]), rate });
    expect(samples.length).toBe(80 + speech.length + 200);
    expect(trim({ samples: Float32Array.from(silence), rate }).samples.length).toBe(0);
  });

  it("is brought to one loudness without clipping", () => {
    const loudness = (samples: Float32Array) =>
      Math.sqrt(samples.reduce((energy, sample) => energy + sample * sample, 0) / samples.length);
    const wave = (level: number) => Float32Array.from({ length: 1000 }, (_, i) => level * Math.sin(i));
    expect(loudness(normalise({ samples: wave(0.01), rate }).samples)).toBeCloseTo(0.075);
    expect(loudness(normalise({ samples: wave(1), rate }).samples)).toBeCloseTo(0.075);

    const click = Float32Array.from({ length: 1000 }, (_, i) => (i === 500 ? 0.5 : 0));
    expect(Math.max(...normalise({ samples: click, rate }).samples)).toBeCloseTo(0.85);
    expect(normalise({ samples: new Float32Array(3), rate }).samples).toEqual(new Float32Array(3));
  });
});
