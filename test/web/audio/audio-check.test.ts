import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { checkAudio } from "../../../web/src/audio/audio-check.ts";

class FakeAudio extends EventTarget {
  src = "";
  preload = "";
  loads = 0;

  constructor() {
    super();
    elements.push(this);
  }

  removeAttribute(name: string) {
    if (name === "src") this.src = "";
  }

  load() {
    this.loads += 1;
  }
}

const elements: FakeAudio[] = [];
const sound = { data: new ArrayBuffer(8), type: "audio/mpeg" };
let urls = new Set<string>();

beforeEach(() => {
  vi.useFakeTimers();
  elements.length = 0;
  urls = new Set();
  vi.stubGlobal("Audio", FakeAudio);
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    urls.add("blob:1");
    return "blob:1";
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void urls.delete(url));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function check() {
  const verdict = checkAudio(sound);
  const [element] = elements;
  if (!element) throw new Error("A sound is checked by an element");
  return { verdict, element };
}

it.each([
  ["valid", "loadedmetadata"],
  ["broken", "error"],
] as const)("checkAudio returns %s after the browser's event %s", async (found, event) => {
  const { verdict, element } = check();
  expect([element.src, element.preload]).toEqual(["blob:1", "metadata"]);
  element.dispatchEvent(new Event(event));
  expect(await verdict).toBe(found);
  expect([element.src, element.loads, urls.size, vi.getTimerCount()]).toEqual(["", 1, 0, 0]);
});

it("checkAudio returns “late” if the metadata is not loaded after five seconds", async () => {
  const { verdict, element } = check();
  const judged = vi.fn();
  void verdict.then(judged);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(judged).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(judged).toHaveBeenCalledWith("late");
  expect([element.src, urls.size]).toEqual(["", 0]);
});
