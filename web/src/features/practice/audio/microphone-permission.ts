/** Whether the microphone can be opened without a question to the learner; false where the browser does not tell. */
export async function isMicrophoneAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: "microphone" });
    return state === "granted";
  } catch {
    return false;
  }
}
