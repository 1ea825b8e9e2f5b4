import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  chosenMicrophone,
  listMicrophones,
  missingMicrophone,
  openChosenStream,
} from "../../../../web/src/features/recording/microphone/chosen-microphone.ts";
import { memoryStorage } from "../../browser/memory-storage.ts";

const desk = { id: "desk-1", label: "Desk microphone" };
const constraints = { echoCancellation: false };
const exactly = { audio: { ...constraints, deviceId: { exact: desk.id } } };
const anyOne = { audio: constraints };

/** @param name of the error for a request of the chosen device; undefined if the browser opens the device */
function browserWithout(name: string | undefined) {
  const asked: MediaStreamConstraints[] = [];
  const stream = { id: "system" } as MediaStream;
  const getUserMedia = async (wanted: MediaStreamConstraints) => {
    asked.push(wanted);
    const isNamed = typeof wanted.audio === "object" && "deviceId" in wanted.audio;
    if (name && isNamed) throw new DOMException("told by the browser", name);
    return stream;
  };
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
  return { asked, stream };
}

beforeEach(() => {
  vi.stubGlobal("localStorage", memoryStorage());
  chosenMicrophone.set(null);
  missingMicrophone.set(null);
});
afterEach(() => void vi.unstubAllGlobals());

describe("openChosenStream", () => {
  it("requests any microphone if none is chosen", async () => {
    const { asked, stream } = browserWithout("NotFoundError");
    expect(await openChosenStream(constraints)).toBe(stream);
    expect(asked).toEqual([anyOne]);
  });

  it("requests exactly the chosen microphone", async () => {
    const { asked, stream } = browserWithout(undefined);
    chosenMicrophone.set(desk);
    missingMicrophone.set(desk);
    expect(await openChosenStream(constraints)).toBe(stream);
    expect(asked).toEqual([exactly]);
    expect(missingMicrophone.get()).toBeNull();
  });

  it.each([
    ["the system default", null],
    ["another microphone that cannot be opened", { id: "head-1", label: "Headset" }],
  ])("stops reporting a missing microphone after the learner chooses %s", async (_, chosen) => {
    browserWithout("NotReadableError");
    chosenMicrophone.set(chosen);
    missingMicrophone.set(desk);
    await openChosenStream(constraints).catch(() => {});
    expect(missingMicrophone.get()).toBeNull();
  });

  // If the chosen microphone is missing, `getUserMedia` throws OverconstrainedError if another microphone exists, and
  // otherwise NotFoundError (https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia).
  it.each(["OverconstrainedError", "NotFoundError"])(
    "opens the system default after %s, and reports the chosen microphone as missing",
    async (name) => {
      const { asked, stream } = browserWithout(name);
      chosenMicrophone.set(desk);
      expect(await openChosenStream(constraints)).toBe(stream);
      expect(asked).toEqual([exactly, anyOne]);
      expect(missingMicrophone.get()).toEqual(desk);
    },
  );

  it.each(["NotAllowedError", "NotReadableError", "AbortError"])(
    "throws %s without requesting another microphone",
    async (name) => {
      const { asked } = browserWithout(name);
      chosenMicrophone.set(desk);
      await expect(openChosenStream(constraints)).rejects.toMatchObject({ name });
      expect(asked).toEqual([exactly]);
      expect(missingMicrophone.get()).toBeNull();
    },
  );

  it("does not report the chosen microphone as missing if the system has no microphone", async () => {
    chosenMicrophone.set(desk);
    const getUserMedia = () => Promise.reject(new DOMException("told by the browser", "NotFoundError"));
    vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
    await expect(openChosenStream(constraints)).rejects.toMatchObject({ name: "NotFoundError" });
    expect(missingMicrophone.get()).toBeNull();
  });
});

describe("listMicrophones", () => {
  it("lists each microphone once, with a number if it has no name", async () => {
    const device = (kind: string, deviceId: string, label: string) => ({ kind, deviceId, label });
    const enumerateDevices = async () => [
      device("audioinput", "default", "Default"),
      device("audioinput", "communications", "Communications"),
      device("audioinput", "", ""),
      device("audioinput", "desk-1", "Desk microphone"),
      device("videoinput", "cam-1", "Camera"),
      device("audiooutput", "ear-1", "Earphones"),
      device("audioinput", "head-1", ""),
    ];
    vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices } });
    expect(await listMicrophones()).toEqual([desk, { id: "head-1", label: "Microphone 2" }]);
  });

  it("returns an empty list if the browser does not list devices", async () => {
    const enumerateDevices = () => Promise.reject(new DOMException("told by the browser", "NotAllowedError"));
    vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices } });
    expect(await listMicrophones()).toEqual([]);
  });
});
