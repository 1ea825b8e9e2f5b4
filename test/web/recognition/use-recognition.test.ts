// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import type { EncodedAudio } from "../../../web/src/audio/player.ts";
import { type RecognisedAttempt, useRecognition } from "../../../web/src/features/recognition/use-recognition.ts";
import { renderHook } from "../support/render-hook.ts";
import { createScriptedSpeech } from "./scripted-speech.ts";

const units = [{ kind: "date", original: "तीन हप्ता", translation: "three weeks" }] as const;

test("useRecognition reports a failure if the recording cannot be read", async () => {
  onTestFinished(() => {
    localStorage.clear();
    vi.unstubAllGlobals();
  });
  localStorage.setItem("parlance_recognition", "true");
  const { SpeechRecognition } = createScriptedSpeech({ available: "available", answer: { texts: [] } });
  vi.stubGlobal("SpeechRecognition", SpeechRecognition);
  const load = async (): Promise<EncodedAudio | null> => null;
  const attempt: RecognisedAttempt = { key: "0 1", units, load };
  const { result } = await renderHook((given: RecognisedAttempt) => useRecognition(given, true).kind, attempt);
  await vi.waitFor(() => expect(result()).toBe("failed"));
});
