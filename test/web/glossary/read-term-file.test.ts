import { describe, expect, test } from "vitest";
import { writeTerms } from "../../../domain/study/write-terms.ts";
import { encodingOf, readTermFile } from "../../../web/src/features/glossary/read-term-file.ts";
import { lease } from "../../domain/study/term-files.ts";

const now = new Date("2026-11-25T12:00:00.000Z");

function read(file: Blob, signal = new AbortController().signal, onProgress: (share: number) => void = () => {}) {
  const createId = () => crypto.randomUUID();
  return readTermFile(file, { language: "nepali", own: [], now, createId, signal, onProgress });
}

async function sidesOf(file: Blob) {
  const outcome = await read(file);
  if (outcome.kind === "refused") return outcome.refusal;
  return outcome.result.added.map(({ term }) => [term.english, term.translation]);
}

const text = "english,translation\nlease,भाडा 🏠\n";

function utf16(content: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(2 * content.length + 2));
  bytes.setUint16(0, 0xfeff, isLittle);
  for (let at = 0; at < content.length; at += 1) bytes.setUint16(2 * at + 2, content.charCodeAt(at), isLittle);
  return new Uint8Array(bytes.buffer);
}

describe("a file of terms", () => {
  test.each([
    ["UTF-8", new Blob([text])],
    ["UTF-8 with a byte order mark", new Blob(["\ufeff", text])],
    ["UTF-16, the low byte first", new Blob([utf16(text, true)])],
    ["UTF-16, the high byte first", new Blob([utf16(text, false)])],
  ])("is read in %s", async (_, file) => {
    expect(await sidesOf(file)).toEqual([["lease", "भाडा 🏠"]]);
  });

  test.each([
    ["Latin-1", new Blob(["english,translation\ncaf", new Uint8Array([0xe9]), ",x\n"])],
    ["UTF-16 without a byte order mark", new Blob([utf16(text, true).slice(2)])],
    ["UTF-32", new Blob([new Uint8Array([0xff, 0xfe, 0, 0, 0x65, 0, 0, 0])])],
    ["UTF-8 that ends within a character", new Blob(["english,translation\na,", new Uint8Array([0xe0, 0xa4])])],
  ])("is refused in %s", async (_, file) => {
    expect(await sidesOf(file)).toBe("encoding");
  });

  test("is read correctly in several blocks", async () => {
    const rows = Array.from({ length: 4000 }, (_, at) => [`term ${at}`, `शब्द ${at} ${"क".repeat(20)}`]);
    const file = new Blob([`english,translation\n${rows.map((row) => row.join(",")).join("\n")}`]);
    expect(file.size).toBeGreaterThan(4 * 64 * 1024);
    expect(await sidesOf(file)).toEqual(rows);
  });

  test("is read with 5,000 new terms, and is refused with one more", async () => {
    const fileOf = (count: number) =>
      new Blob(["english,translation\n", ...Array.from({ length: count }, (_, at) => `term ${at},शब्द ${at}\n`)]);
    expect(await sidesOf(fileOf(5000))).toHaveLength(5000);
    expect(await sidesOf(fileOf(5001))).toBe("too-many-new");
  });

  test("is refused before its end is read if it has too many new terms", async () => {
    const file = new Blob([
      "english,translation\n",
      ...Array.from({ length: 100_000 }, (_, at) => `term ${at},शब्द ${at}\n`),
    ]);
    const shares: number[] = [];
    const outcome = await read(file, undefined, (share) => shares.push(share));
    expect(outcome).toEqual({ kind: "refused", refusal: "too-many-new" });
    expect(shares.at(-1)).toBeLessThan(0.1);
  });

  test("is read completely if 100,000 of its lines have the same term", async () => {
    const file = new Blob(["english,translation\n", "lease,भाडा\n".repeat(100_000)]);
    const shares: number[] = [];
    const outcome = await read(file, undefined, (share) => shares.push(share));
    expect(outcome).toMatchObject({ kind: "read", result: { known: 99_999 } });
    expect(shares.at(-1)).toBe(1);
  });

  test("written by writeTerms is read with the same English text and translation", async () => {
    expect(await sidesOf(new Blob([writeTerms([lease])]))).toEqual([[lease.english, lease.translation]]);
  });

  test("is refused if it is empty", async () => {
    expect(await sidesOf(new Blob([]))).toBe("no-terms");
  });

  test("is refused if the browser can no longer read it", async () => {
    const file = new Blob([text]);
    file.slice = () => {
      const gone = new Blob();
      gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
      return gone;
    };
    expect(await sidesOf(file)).toBe("unreadable");
  });

  test("gives no result after an abort", async () => {
    await expect(read(new Blob([text]), AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
  });
});

test("encodingOf returns UTF-8 for a file of one ASCII letter", () => {
  expect(encodingOf(new Uint8Array([0x61]))).toBe("utf-8");
});
