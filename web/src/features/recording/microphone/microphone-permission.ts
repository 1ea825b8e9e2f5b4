import { createObservable } from "../../../browser/observable.ts";

/** Whether the learner, or the device, has refused the microphone; as far as it is known. */
export const microphoneDenied = createObservable(false);

/** Whether the microphone can be opened without a question to the learner; "unknown" where the browser does not tell. */
export async function queryMicrophonePermission(): Promise<PermissionState | "unknown"> {
  try {
    const { state } = await navigator.permissions.query({ name: "microphone" });
    return state;
  } catch {
    return "unknown";
  }
}
