import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { chosenMicrophone } from "../../../../web/src/features/recording/microphone/chosen-microphone.ts";
import { findWirelessDevices } from "../../../../web/src/features/recording/microphone/wireless-devices.ts";
import { memoryStorage } from "../../browser/memory-storage.ts";

type Device = Pick<MediaDeviceInfo, "kind" | "deviceId" | "label">;

const microphone = (label: string, deviceId = "default"): Device => ({ kind: "audioinput", deviceId, label });
const speakers = (label: string, deviceId = "default"): Device => ({ kind: "audiooutput", deviceId, label });

function attach(...devices: Device[]) {
  vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices: async () => devices } });
}

beforeEach(() => {
  vi.stubGlobal("localStorage", memoryStorage());
  chosenMicrophone.set(null);
  return () => vi.unstubAllGlobals();
});
afterEach(() => chosenMicrophone.set(null));

it.each([
  "AirPods Pro",
  "Default - Headset (WH-1000XM4 Hands-Free AG Audio) (Bluetooth)",
  "Jabra Evolve 65 (Bluetooth)",
  "Logitech G533 Wireless Gaming Headset",
  "Galaxy Buds2",
  "Headset (Pixel Buds Hands-Free)",
])("findWirelessDevices returns a default microphone with a wireless name: %s", async (label) => {
  attach(microphone(label), speakers("Built-in speakers"));
  expect(await findWirelessDevices()).toEqual([label]);
});

it.each(["MacBook Pro Microphone (Built-in)", "USB headset", "Rebuds studio microphone", "", "Redwire 3"])(
  "findWirelessDevices ignores a microphone with the name %j",
  async (label) => {
    attach(microphone(label), speakers("Speakers (Realtek Audio)"));
    expect(await findWirelessDevices()).toEqual([]);
  },
);

it("findWirelessDevices returns wireless default speakers, and each name once", async () => {
  attach(microphone("Built-in"), speakers("AirPods Pro"), speakers("Bluetooth hall", "2"));
  expect(await findWirelessDevices()).toEqual(["AirPods Pro"]);
  attach(microphone("AirPods Pro"), speakers("AirPods Pro"));
  expect(await findWirelessDevices()).toEqual(["AirPods Pro"]);
});

it("findWirelessDevices checks the chosen microphone instead of the default microphone", async () => {
  attach(microphone("AirPods Pro"), microphone("USB microphone", "usb"), speakers("Built-in"));
  chosenMicrophone.set({ id: "usb", label: "USB microphone" });
  expect(await findWirelessDevices()).toEqual([]);
});

it("findWirelessDevices returns nothing if the browser refuses to list devices", async () => {
  vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices: async () => Promise.reject(new Error("no")) } });
  expect(await findWirelessDevices()).toEqual([]);
});
