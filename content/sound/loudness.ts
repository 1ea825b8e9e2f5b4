import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as z from "zod/mini";
import type { Waveform } from "./waveform.ts";

const Measure = z.custom<(rate: number, address: number, count: number) => number>(
  (value) => typeof value === "function",
);
const MeterExports = z.object({
  memory: z.instanceof(WebAssembly.Memory),
  /** Returns an address. The measurement that receives this address frees the memory. */
  __wbindgen_malloc: z.custom<(bytes: number) => number>((value) => typeof value === "function"),
  ebur128_integrated_mono: Measure,
  ebur128_true_peak_mono: Measure,
});

function fail(): never {
  throw new Error("The loudness meter failed.");
}

/** Functions with which the meter reports its own failure. */
const failures = ["__wbg_new_693216e109162396", "__wbg_stack_0ddaca5d1abfb52f", "__wbg_error_09919627ac0992f5"];

async function createMeter() {
  // Loads the binary without the package's script, which is written for bundlers.
  const binary = await readFile(createRequire(import.meta.url).resolve("ebur128-wasm/ebur128_wasm_bg.wasm"));
  const imports = Object.fromEntries([...failures, "__wbindgen_object_drop_ref"].map((name) => [name, fail]));
  const { instance } = await WebAssembly.instantiate(binary, { "./ebur128_wasm_bg.js": imports });
  return MeterExports.parse(instance.exports);
}

const meter = await createMeter();

function measure(by: "ebur128_integrated_mono" | "ebur128_true_peak_mono", { samples, rate }: Waveform): number {
  const address = meter.__wbindgen_malloc(samples.byteLength);
  new Float32Array(meter.memory.buffer, address, samples.length).set(samples);
  return meter[by](rate, address, samples.length);
}

/** In LUFS (ITU-R BS.1770, gated as in EBU R 128); -Infinity if no block of 0.4 s is above the gate. */
export function integratedLoudness(sound: Waveform): number {
  return measure("ebur128_integrated_mono", sound);
}

/** In dBTP. */
export function truePeak(sound: Waveform): number {
  return measure("ebur128_true_peak_mono", sound);
}
