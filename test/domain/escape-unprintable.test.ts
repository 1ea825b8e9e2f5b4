import { describe, expect, it } from "vitest";
import { escapeUnprintable, escapeUnprintableLines } from "../../domain/escape-unprintable.ts";

describe("escapeUnprintable", () => {
  it("escapes control characters, including those that JSON leaves unescaped", () => {
    // https://www.rfc-editor.org/rfc/rfc8259#section-7
    expect(escapeUnprintable("\u001b[31m")).toBe("\\u001b[31m");
    expect(escapeUnprintable("a\u0000\t\n\r\u007f\u0085\u009b")).toBe(
      "a\\u0000\\u0009\\u000a\\u000d\\u007f\\u0085\\u009b",
    );
  });

  it("escapes bidirectional controls, and line and paragraph separators", () => {
    const bidi = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029";
    const written = escapeUnprintable(bidi);
    expect(written).toMatch(/^(\\u[0-9a-f]{4}){14}$/);
    expect(JSON.parse(`"${written}"`)).toBe(bidi);
  });

  it("escapes half of a surrogate pair, but not an emoji, a letter or a zero-width joiner", () => {
    expect(escapeUnprintable("\ud83d")).toBe("\\ud83d");
    expect(escapeUnprintable("\ude00")).toBe("\\ude00");
    expect(escapeUnprintable("नमस्ते क्\u200dष مرحبا 😀 é")).toBe("नमस्ते क्\u200dष مرحبا 😀 é");
  });
});

it("escapeUnprintableLines escapes control characters but keeps line breaks", () => {
  expect(escapeUnprintableLines("a\u001b\nb")).toBe("a\\u001b\nb");
});
