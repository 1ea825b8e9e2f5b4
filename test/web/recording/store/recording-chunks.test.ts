import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeWav } from "../../../../web/src/audio/wav.ts";
import { createRecordingBuffer } from "../../../../web/src/features/recording/microphone/recording-buffer.ts";
import { decodeChunks, encodeChunk } from "../../../../web/src/features/recording/store/internal/recording-chunks.ts";
import { correlate } from "../../../e2e/support/correlate.ts";
import { createSpeech } from "../../../e2e/support/speech-wav.ts";

const block = fc.float32Array({ maxLength: 40, min: -1.5, max: 1.5, noNaN: true });

it("decodeChunks restores an interrupted recording with the same bytes as the recording buffer", () => {
  fc.assert(
    fc.property(fc.array(fc.array(block, { maxLength: 4 }), { maxLength: 4 }), (chunks) => {
      const whole = createRecordingBuffer();
      for (const each of chunks.flat()) whole.add(each, []);
      const { wav, durationSeconds } = whole.toRecording(true);
      const recovered = decodeChunks(chunks.map(encodeChunk), 24_000);
      expect(new Uint8Array(recovered.wav)).toEqual(new Uint8Array(wav));
      expect(recovered.durationSeconds).toBe(durationSeconds);
    }),
  );
});

it("decodeChunks converts chunks at the device's rate to a recording at 24 000 Hz", () => {
  const said = createSpeech({ seconds: 2, sampleRate: 44_100 });
  const { wav, durationSeconds } = decodeChunks(
    [encodeChunk([said.slice(0, 44_100)]), encodeChunk([said.slice(44_100)])],
    44_100,
  );
  const recording = decodeWav(wav);
  expect(recording?.sampleRate).toBe(24_000);
  expect(durationSeconds).toBe(2);
  if (recording) expect(correlate({ samples: said, sampleRate: 44_100 }, recording).peak).toBeGreaterThan(0.99);
});
