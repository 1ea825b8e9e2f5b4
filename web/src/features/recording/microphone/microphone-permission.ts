import { createObservable } from "../../../browser/observable.ts";

/** True if the browser reports that the microphone is denied. False while the permission is unknown. */
export const microphoneDenied = createObservable(false);

export async function queryMicrophonePermission(): Promise<PermissionState | "unknown"> {
  try {
    const { state } = await navigator.permissions.query({ name: "microphone" });
    return state;
  } catch {
    return "unknown";
  }
}
