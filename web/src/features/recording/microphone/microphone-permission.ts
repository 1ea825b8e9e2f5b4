import { createObservable } from "../../../browser/observable.ts";

/** Stays true until a microphone opens. */
export const microphoneDenied = createObservable(false);

export async function queryMicrophonePermission(): Promise<PermissionState | "unknown"> {
  try {
    const { state } = await navigator.permissions.query({ name: "microphone" });
    return state;
  } catch {
    return "unknown";
  }
}
