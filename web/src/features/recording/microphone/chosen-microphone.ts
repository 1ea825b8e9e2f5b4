import * as z from "zod/mini";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { createObservable } from "../../../browser/observable.ts";
import { stored } from "../../../browser/stored.ts";

/** A microphone as the browser names it. */
export type MicrophoneDevice = { id: string; label: string };

const Device = z.object({ id: z.string().check(z.minLength(1)), label: z.string() });

/** The way a learner hears. The microphone hears speakers too, so its echo cancellation is turned on. */
export type ListeningDevice = "headphones" | "speakers";

/** The microphone every recording uses; null for the one that the system prefers. */
export const chosenMicrophone = createLocalPreference(stored.microphone, z.nullable(Device), null);

/** The chosen microphone while it cannot be found and the system's is used in its place. */
export const missingMicrophone = createObservable<MicrophoneDevice | null>(null);

/** Entries by which browsers repeat another device under a general name. */
const aliasDeviceIds = new Set(["", "default", "communications"]);

/** The microphones that are attached; they have names only once the microphone was allowed. */
export async function listMicrophones(): Promise<readonly MicrophoneDevice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind, deviceId }) => kind === "audioinput" && !aliasDeviceIds.has(deviceId))
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || `Microphone ${at + 1}` }));
}

function isDeviceMissing(reason: unknown): boolean {
  return reason instanceof Error && ["OverconstrainedError", "NotFoundError"].includes(reason.name);
}

/**
 * Opens the chosen microphone, or the system's where that one is gone.
 * @param constraints how it is to sound.
 * @throws whatever `getUserMedia` throws
 */
export async function openChosenStream(constraints: MediaTrackConstraints): Promise<MediaStream> {
  const chosen = chosenMicrophone.get();
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
