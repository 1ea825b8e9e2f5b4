import { chosenMicrophone } from "./chosen-microphone.ts";

/** On Windows, the Bluetooth profile with a microphone is called "Hands-Free". */
const wirelessName = /bluetooth|wireless|airpods|\bbuds\d*\b|hands-?free/i;

/**
 * Returns the names of the wireless devices in use; none if the browser hides device names. The first device of each
 * kind is the system default:
 * https://w3c.github.io/mediacapture-main/#dom-mediadevices-enumeratedevices
 */
export async function findWirelessDevices(): Promise<readonly string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const chosen = chosenMicrophone.get();
  const microphones = devices.filter(({ kind }) => kind === "audioinput");
  const microphone = microphones.find(({ deviceId }) => deviceId === chosen?.id) ?? microphones[0];
  const speakers = devices.find(({ kind }) => kind === "audiooutput");
  const inUse = [microphone, speakers].flatMap((device) => device?.label ?? []);
  return [...new Set(inUse)].filter((label) => wirelessName.test(label));
}
