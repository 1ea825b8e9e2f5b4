/** What is used here of Node's WebAssembly, whose types come with the browser's alone. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  function instantiate(
    binary: Uint8Array,
    imports: Readonly<Record<string, Readonly<Record<string, () => unknown>>>>,
  ): Promise<{ instance: { exports: Readonly<Record<string, unknown>> } }>;
}
