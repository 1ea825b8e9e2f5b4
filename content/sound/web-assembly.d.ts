/** The used part of WebAssembly. Its types come only with those of browsers. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  function instantiate(
    binary: Uint8Array,
    imports: Readonly<Record<string, Readonly<Record<string, () => unknown>>>>,
  ): Promise<{ instance: { exports: Readonly<Record<string, unknown>> } }>;
}
