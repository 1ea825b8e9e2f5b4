import * as z from "zod/mini";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { createObservable } from "../../../browser/observable.ts";
import { stored } from "../../../browser/stored.ts";

export type MicrophoneDevice = { id: string; label: string };

const Device = z.object({ id: z.string().check(z.minLength(1)), label: z.string() });

/** With speakers, the microphone also hears the playback, so the app requests echo cancellation. */
export type ListeningDevice = "headphones" | "speakers";

export const chosenMicrophone = createLocalPreference(stored.microphone, z.nullable(Device), null);

/** A chosen microphone that was missing, so that the system default was opened instead. */
export const missingMicrophone = createObservable<MicrophoneDevice | null>(null);

/** Browsers may return "" until the learner allows a microphone. The other ids repeat a listed device. */
const aliasDeviceIds = new Set(["", "default", "communications"]);

/** Browsers return device names only after the learner has allowed a microphone. */
export async function listMicrophones(): Promise<readonly MicrophoneDevice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind, deviceId }) => kind === "audioinput" && !aliasDeviceIds.has(deviceId))
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || `Microphone ${at + 1}` }));
}

function isDeviceMissing(reason: unknown): boolean {
  return reason instanceof Error && ["OverconstrainedError", "NotFoundError"].includes(reason.name);
}

/** @throws the errors of `getUserMedia` */
export async function openChosenStream(constraints: MediaTrackConstraints): Promise<MediaStream> {
  const chosen = chosenMicrophone.get();
  // The learner may have chosen another microphone since `missingMicrophone` was set.
  if (missingMicrophone.get()?.id !== chosen?.id) missingMicrophone.set(null);
  if (!chosen) return navigator.mediaDevices.getUserMedia({ audio: constraints });
  try {
    const audio = { ...constraints, deviceId: { exact: chosen.id } };
    const stream = await navigator.mediaDevices.getUserMedia({ audio });
    missingMicrophone.set(null);
    return stream;
  } catch (reason) {
    if (!isDeviceMissing(reason)) throw reason;
    const stream = await navigator.mediaDevices.getUserMedia({ audio: constraints });
    missingMicrophone.set(chosen);
    return stream;
  }
}
