import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as z from "zod/mini";
import type { Waveform } from "./waveform.ts";

const Measure = z.custom<(rate: number, address: number, count: number) => number>(
  (value) => typeof value === "function",
);
const MeterExports = z.object({
  memory: z.instanceof(WebAssembly.Memory),
  /** Allocates memory and returns its address. The next measurement frees the memory. */
  __wbindgen_malloc: z.custom<(bytes: number) => number>((value) => typeof value === "function"),
  ebur128_integrated_mono: Measure,
  ebur128_true_peak_mono: Measure,
});

function fail(): never {
  throw new Error("The loudness meter failed.");
}

/** Functions that the meter imports for reports of its own failure. */
const failures = ["__wbg_new_693216e109162396", "__wbg_stack_0ddaca5d1abfb52f", "__wbg_error_09919627ac0992f5"];

async function createMeter() {
  // Loads the binary itself, because the package's script is written for bundlers.
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

/**
 * Returns the loudness in LUFS (ITU-R BS.1770, gated as in EBU R 128); -Infinity for silence and sounds under 0.4 s.
 */
export function integratedLoudness(sound: Waveform): number {
  return measure("ebur128_integrated_mono", sound);
}

/** Returns the true peak in dBTP, which includes levels between samples. */
export function truePeak(sound: Waveform): number {
  return measure("ebur128_true_peak_mono", sound);
}
