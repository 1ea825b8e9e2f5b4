/** The members of WebAssembly that this folder uses. TypeScript declares WebAssembly only in its types for browsers. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  function instantiate(
    binary: Uint8Array,
    imports: Readonly<Record<string, Readonly<Record<string, () => unknown>>>>,
  ): Promise<{ instance: { exports: Readonly<Record<string, unknown>> } }>;
}
