import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EncodedAudio } from "../../../web/src/audio/player.ts";
import type { AudioLoader } from "../../../web/src/features/content/audio-files.ts";
import { ContentError } from "../../../web/src/features/content/content.ts";
import { createSegmentAudioCache } from "../../../web/src/features/content/internal/segment-audio-cache.ts";
import { loadingOrder } from "../../../web/src/features/content/segment-audio.ts";

const sound: EncodedAudio = { data: new ArrayBuffer(1), type: "audio/mpeg" };
const unreachable = new ContentError("unreachable", "");

function openShelf({
  requireGrant = async () => undefined,
}: {
  requireGrant?: (path: string) => Promise<unknown>;
} = {}) {
  const asked: {
    path: string;
    priority: RequestPriority;
    signal: AbortSignal;
    answer: PromiseWithResolvers<EncodedAudio>;
  }[] = [];
  const load: AudioLoader = (path, { priority, signal }) => {
    const answer = Promise.withResolvers<EncodedAudio>();
    signal.addEventListener("abort", () => answer.reject(signal.reason));
    asked.push({ path, priority, signal, answer });
    return { sound: answer.promise, checked: answer.promise };
  };
  const shelf = createSegmentAudioCache({ load, requireGrant, pathOf: (index, audio) => `${index} ${audio}` });
  const last = () => {
    const found = asked.at(-1);
    if (!found) throw new Error("Nothing was asked for");
    return found;
  };
  return { shelf, asked, last };
}

describe("loadingOrder", () => {
  it("lists the current segment before the next one, and each original before its reference", () => {
    expect(loadingOrder(3, 9)).toEqual([
      { index: 3, audio: "original" },
      { index: 3, audio: "translation" },
      { index: 4, audio: "original" },
      { index: 4, audio: "translation" },
    ]);
  });

  it("starts at the current segment, and lists only existing segments", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(49), (count, current) => {
        fc.pre(current < count);
        const order = loadingOrder(current, count);
        expect(order[0]).toEqual({ index: current, audio: "original" });
        expect(order.every(({ index }) => index >= current && index < count)).toBe(true);
      }),
    );
  });
});

describe("the segment audio cache", () => {
  it("loads a file once for several requests", async () => {
    const { shelf, asked, last } = openShelf();
    const [first, second] = [shelf.load(0, "original"), shelf.load(0, "original", true)];
    last().answer.resolve(sound);
    for (const taken of [first, second, shelf.load(0, "original")]) {
      expect(await taken).toMatchObject({ kind: "ready", sound });
    }
    expect(asked.length).toBe(1);
  });

  it("checks the grant before it returns audio that is already loaded", async () => {
    const required: string[] = [];
    const { shelf, last } = openShelf({
      requireGrant: async (path) => {
        required.push(path);
        throw new ContentError("premium-required", "");
      },
    });
    const first = shelf.load(0, "original");
    last().answer.resolve(sound);
    await first;
    expect(required, "the loader itself checks the grant").toEqual([]);
    expect(await shelf.load(0, "original")).toEqual({ kind: "unavailable", reason: "premium-required" });
    expect(required).toEqual(["0 original"]);
  });

  it("reports the end of the plan for loaded audio", async () => {
    let isPaid = true;
    const { shelf, last } = openShelf({
      requireGrant: async () => {
        if (!isPaid) throw new ContentError("premium-required", "");
      },
    });
    const first = shelf.load(0, "original");
    last().answer.resolve(sound);
    await first;
    isPaid = false;
    await shelf.load(0, "original");
    expect(shelf.states.get().original).toBe("premium-required");
    isPaid = true;
    expect(await shelf.load(0, "original")).toMatchObject({ kind: "ready", sound });
    expect(shelf.states.get().original).toBe("ready");
  });

  it("loads the current segment with high priority, and another segment with low priority", () => {
    const { shelf, asked } = openShelf();
    const loads = () => asked.splice(0).map(({ path, priority }) => [path, priority]);
    void shelf.load(1, "original");
    void shelf.load(0, "original");
    expect(loads()).toEqual([
      ["1 original", "low"],
      ["0 original", "high"],
    ]);
    shelf.moveTo(1);
    void shelf.load(2, "original");
    void shelf.load(1, "translation");
    expect(loads()).toEqual([
      ["2 original", "low"],
      ["1 translation", "high"],
    ]);
  });

  it("aborts pending loads of other segments when moveTo() changes the current segment", async () => {
    const { shelf, asked } = openShelf();
    for (const index of [0, 1, 2]) void shelf.load(index, "original");
    asked[0]?.answer.resolve(sound);
    await shelf.load(0, "original");
    shelf.moveTo(1);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false, true]);
    void shelf.load(0, "original");
    expect(asked.length).toBe(3);
    void shelf.load(2, "original");
    expect(asked.length).toBe(4);
  });

  it("evicts audio that is three segments away", async () => {
    const { shelf, asked, last } = openShelf();
    const taken = shelf.load(0, "original");
    last().answer.resolve(sound);
    await taken;
    shelf.moveTo(3);
    void shelf.load(0, "original");
    expect(asked.length).toBe(2);
  });

  it("reports the loading state of the current segment's files", async () => {
    const { shelf, last } = openShelf();
    const taken = shelf.load(0, "original");
    expect(shelf.states.get().original).toBe("loading");
    last().answer.reject(unreachable);
    expect(await taken).toEqual({ kind: "unavailable", reason: "unreachable" });
    expect(shelf.states.get()).toEqual({ original: "unreachable", translation: "loading" });
    shelf.moveTo(1);
    expect(shelf.states.get().original).toBe("loading");
  });

  it.each([
    ["unreachable", false, 2],
    ["missing", false, 1],
    ["missing", true, 2],
    ["empty", true, 2],
  ] as const)(
    "loads a file $2 time(s) for two requests if the first fails as “$0” and retry is $1",
    async (reason, retry, times) => {
      const { shelf, asked, last } = openShelf();
      const taken = shelf.load(0, "original");
      last().answer.reject(new ContentError(reason, ""));
      await taken;
      void shelf.load(0, "original", retry);
      expect(asked.length).toBe(times);
    },
  );

  it("returns the replacement of a file after the replacement has arrived", async () => {
    const another: EncodedAudio = { data: new ArrayBuffer(2), type: "audio/mpeg" };
    const checked = Promise.withResolvers<EncodedAudio>();
    const load: AudioLoader = () => ({ sound: Promise.resolve(sound), checked: checked.promise });
    const shelf = createSegmentAudioCache({ load, requireGrant: async () => undefined, pathOf: () => "" });
    const first = await shelf.load(0, "original");
    expect(first).toMatchObject({ kind: "ready", sound });
    checked.resolve(another);
    const proved = first.kind === "ready" && (await first.checked);
    expect(proved).toMatchObject({ kind: "ready", sound: another });
    const again = await shelf.load(0, "original");
    expect(again.kind === "ready" && again.sound).toBe(another);
  });

  it("aborts all loads when it is cleared", () => {
    const { shelf, asked } = openShelf();
    void shelf.load(0, "original");
    void shelf.load(0, "translation");
    shelf.clear();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });
});
