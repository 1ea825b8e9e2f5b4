import { describe, expect, it } from "vitest";
import type { SpeechFigures } from "../../../web/src/audio/speech-figures.ts";
import { figureTexts, lateStartNote } from "../../../web/src/features/recording/speech-figures-text.ts";

const spoken: SpeechFigures = {
  firstWordSeconds: 1.24,
  spokenSeconds: 12.31,
  pauses: [
    { from: 3, to: 3.5 },
    { from: 6, to: 6.7 },
  ],
  pauseShare: 0.0975,
  meanPauseSeconds: 0.6,
  speechDb: -21.4,
  clippedSeconds: 0,
};

const read = (recording: SpeechFigures, reference: SpeechFigures | null = null) =>
  figureTexts(recording, reference).map(({ name, value, note }) =>
    `${name}: ${value}, ${note}`.replaceAll("\u00a0", " "),
  );

describe("figureTexts", () => {
  it("returns four figures, and the length of the reference", () => {
    expect(read(spoken, { ...spoken, spokenSeconds: 10.08 })).toEqual([
      "First word: 1.2 s, from the start",
      "Pauses: 10%, 0.6 s on average",
      "Length: 12.3 s, reference 10.1 s",
      "Loudness: −21 dB, not too loud",
    ]);
  });

  it("omits the length of an unknown reference", () => {
    expect(read(spoken)[2]).toBe("Length: 12.3 s, ");
  });

  it("states that there were no pauses", () => {
    expect(read({ ...spoken, pauses: [], pauseShare: 0, meanPauseSeconds: 0 })[1]).toBe("Pauses: 0%, no pauses");
  });

  it("states whether the recording is too quiet or too loud", () => {
    expect(read({ ...spoken, speechDb: -52 })[3]).toBe("Loudness: −52 dB, very quiet");
    expect(read({ ...spoken, speechDb: -3, clippedSeconds: 1.27 })[3]).toBe("Loudness: −3 dB, too loud for 1.3 s");
    expect(read({ ...spoken, clippedSeconds: 0.1 })[3]).toBe("Loudness: −21 dB, too loud for 0.1 s");
    expect(read({ ...spoken, clippedSeconds: 0.02 })[3]).toBe("Loudness: −21 dB, too loud for 0.02 s");
    expect(read({ ...spoken, clippedSeconds: 0.002 })[3]).toBe("Loudness: −21 dB, not too loud");
    expect(read({ ...spoken, speechDb: -0.2 })[3]).toBe("Loudness: 0 dB, not too loud");
  });
});

describe("lateStartNote", () => {
  it("returns a note only if the first word came after more than five seconds", () => {
    for (const firstWordSeconds of [0, 0.3, 4.9, 5]) expect(lateStartNote({ ...spoken, firstWordSeconds })).toBeNull();
    expect(lateStartNote({ ...spoken, firstWordSeconds: 5.2 })).toBe(
      "In an exam, start speaking within about 5 seconds.",
    );
  });
});
