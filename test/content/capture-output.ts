import { beforeEach, vi } from "vitest";

/** Captures what each test of the calling file prints. */
export function captureOutput(): { out: string; error: string } {
  const printed = { out: "", error: "" };
  const noteTo = (name: keyof typeof printed) => (text: string | Uint8Array) => {
    printed[name] += String(text);
    return true;
  };
  beforeEach(() => {
    Object.assign(printed, { out: "", error: "" });
    vi.spyOn(process.stdout, "write").mockImplementation(noteTo("out"));
    vi.spyOn(process.stderr, "write").mockImplementation(noteTo("error"));
  });
  return printed;
}
