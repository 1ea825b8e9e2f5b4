import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { type CollectGarbage, createGarbageCollector } from "./collect-garbage.ts";

/** Resources that a page has to release. */
export const resourceKinds = [
  "nodes",
  "listeners",
  "audio nodes",
  "audio worklets",
  "array buffers",
  "open audio contexts",
  "live tracks",
  "object URLs",
  "media elements",
] as const;

/** `heap` is the memory of scripts in bytes. */
export type ResourceCounts = Record<(typeof resourceKinds)[number], number> & { heap: number };

declare global {
  interface Window {
    countPageResources?: () => Record<"contexts" | "tracks" | "urls" | "media", number>;
  }
}

async function countInPage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const contexts = new Set<AudioContext>();
    const tracks = new Set<MediaStreamTrack>();
    const urls = new Set<string>();
    // The references are weak, so that the counter does not keep the elements in memory.
    const media: WeakRef<HTMLMediaElement>[] = [];
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        contexts.add(this);
        this.addEventListener("statechange", () => this.state === "closed" && contexts.delete(this));
      }
    };
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      for (const track of stream.getTracks()) tracks.add(track);
      return stream;
    };
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (from) => {
      const url = createObjectURL.call(URL, from);
      urls.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      urls.delete(url);
      revokeObjectURL.call(URL, url);
    };
    window.Audio = new Proxy(window.Audio, {
      construct(target, input) {
        const made: HTMLAudioElement = Reflect.construct(target, input);
        media.push(new WeakRef(made));
        return made;
      },
    });
    window.countPageResources = () => {
      for (const track of tracks) if (track.readyState === "ended") tracks.delete(track);
      const alive = media.filter((element) => element.deref());
      return { contexts: contexts.size, tracks: tracks.size, urls: urls.size, media: alive.length };
    };
  });
}

/** A single count may be too high, because a capturing worker may allocate buffers before the count. */
const countRounds = 10;

async function countOnce(page: Page, devtools: CDPSession, collectGarbage: CollectGarbage): Promise<ResourceCounts> {
  await collectGarbage();
  const { metrics } = await devtools.send("Performance.getMetrics");
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  const countPageResources = await page.evaluate(() => window.countPageResources?.());
  return {
    heap: metric("JSHeapUsedSize"),
    nodes: metric("Nodes"),
    listeners: metric("JSEventListeners"),
    "audio nodes": metric("AudioHandlers"),
    "audio worklets": metric("AudioWorkletProcessors"),
    "array buffers": metric("ArrayBufferContents"),
    "open audio contexts": countPageResources?.contexts ?? Number.NaN,
    "live tracks": countPageResources?.tracks ?? Number.NaN,
    "object URLs": countPageResources?.urls ?? Number.NaN,
    "media elements": countPageResources?.media ?? Number.NaN,
  };
}

/** Returns the minimum of several counts, because a leak is in every count. */
async function countResources(look: () => Promise<ResourceCounts>): Promise<ResourceCounts> {
  const least = await look();
  for (let more = 1; more < countRounds; more += 1) {
    const countPageResources = await look();
    for (const thing of ["heap", ...resourceKinds] as const)
      least[thing] = Math.min(least[thing], countPageResources[thing]);
  }
  return least;
}

/** Watches a page from its next load. */
export async function watchPageResources(page: Page): Promise<() => Promise<ResourceCounts>> {
  await countInPage(page.context());
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const collectGarbage = await createGarbageCollector(devtools);
  return () => countResources(() => countOnce(page, devtools, collectGarbage));
}
