import { createTermImporter, type ImportRefusal, type TermImport } from "../../../../domain/study/read-terms.ts";

export type FileOutcome =
  | { kind: "read"; result: TermImport }
  | { kind: "refused"; refusal: ImportRefusal | "encoding" | "unreadable" };

type ReaderOptions = Parameters<typeof createTermImporter>[0] & {
  signal: AbortSignal;
  /** `share` is from 0 to 1. */
  onProgress: (share: number) => void;
};

/** In bytes. A small part keeps the page responsive. */
const partSize = 32 * 1024;

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

/**
 * Returns null for the byte order mark of UTF-32, which `TextDecoder` cannot decode. Without a mark, a zero byte at the
 * start indicates UTF-16 or UTF-32.
 */
export function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | null {
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff])) return null;
  if (startsWith(bytes, [0xff, 0xfe])) return "utf-16le";
  if (startsWith(bytes, [0xfe, 0xff])) return "utf-16be";
  return bytes[0] === 0 || bytes[1] === 0 ? null : "utf-8";
}

// Uses a timeout, because requestAnimationFrame stops in a hidden tab.
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

const isDecodingError = (error: unknown) => error instanceof TypeError;

/** @throws the abort reason of `signal` */
export async function readTermFile(
  file: Blob,
  { signal, onProgress, ...options }: ReaderOptions,
): Promise<FileOutcome> {
  const refused = (refusal: Extract<FileOutcome, { kind: "refused" }>["refusal"]) =>
    ({ kind: "refused", refusal }) as const;
  const partAt = async (at: number) => new Uint8Array(await file.slice(at, at + partSize).arrayBuffer());
  const importer = createTermImporter(options);
  let decoder: TextDecoder | undefined;
  for (let at = 0; at < file.size; at += partSize) {
    // The file may have been moved or changed since it was chosen.
    const part = await partAt(at).catch(() => null);
    signal.throwIfAborted();
    if (!part) return refused("unreadable");
    const encoding = decoder ? null : encodingOf(part);
    if (!decoder && !encoding) return refused("encoding");
    decoder ??= new TextDecoder(encoding ?? "utf-8", { fatal: true });
    try {
      const isLast = at + partSize >= file.size;
      if (!importer.push(decoder.decode(part, { stream: !isLast }))) break;
    } catch (error) {
      if (isDecodingError(error)) return refused("encoding");
      throw error;
    }
    onProgress(Math.min(1, (at + partSize) / file.size));
    await nextTask();
  }
  const outcome = importer.end();
  return "refusal" in outcome ? refused(outcome.refusal) : { kind: "read", result: outcome.result };
}
