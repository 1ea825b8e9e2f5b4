import {
  type Engine,
  PollyClient,
  SynthesizeSpeechCommand,
  TextLengthExceededException,
  type VoiceId,
} from "@aws-sdk/client-polly";
import type { LanguageName } from "../../domain/content/language.ts";
import { readPcm } from "../sound/waveform.ts";
import type { Sex, Utterance, Voice } from "./voice.ts";

type Speaker = { voice: VoiceId; engine: Engine };
const neural = (voice: VoiceId): Speaker => ({ voice, engine: "neural" });
const standard = (voice: VoiceId): Speaker => ({ voice, engine: "standard" });

/**
 * If a language has one voice here, that voice speaks as the woman and as the man.
 * Source: https://docs.aws.amazon.com/polly/latest/dg/available-voices.html, read on 2026-11-22.
 */
const speakers: Partial<Record<LanguageName, { woman?: Speaker; man?: Speaker }>> = {
  arabic: { woman: neural("Hala"), man: neural("Zayd") },
  cantonese: { woman: neural("Hiujin") },
  czech: { woman: neural("Jitka") },
  dutch: { woman: neural("Laura") },
  english: { woman: neural("Olivia"), man: neural("Brian") },
  finnish: { woman: neural("Suvi") },
  french: { woman: neural("Lea"), man: neural("Remi") },
  german: { woman: neural("Vicki"), man: neural("Daniel") },
  hindi: { woman: neural("Kajal") },
  italian: { woman: neural("Bianca"), man: neural("Adriano") },
  japanese: { woman: neural("Kazuha"), man: neural("Takumi") },
  korean: { woman: neural("Seoyeon") },
  mandarin: { woman: neural("Zhiyu") },
  polish: { woman: neural("Ola") },
  portuguese: { woman: neural("Camila"), man: neural("Thiago") },
  romanian: { woman: standard("Carmen") },
  russian: { woman: standard("Tatyana"), man: standard("Maxim") },
  spanish: { woman: neural("Lupe"), man: neural("Pedro") },
  turkish: { woman: neural("Burcu") },
};

/** In US dollars per character. See https://aws.amazon.com/polly/pricing/ */
const prices: Partial<Record<Engine, number>> = { neural: 16 / 1_000_000, standard: 4 / 1_000_000 };

/** Polly's maximum sample rate for PCM, in Hz. */
const sampleRate = 16_000;

function speakerOf(language: LanguageName, sex: Sex): Speaker {
  const both = speakers[language];
  const speaker = both?.[sex] ?? both?.woman ?? both?.man;
  if (!speaker) throw new Error(`Amazon Polly does not speak ${language}.`);
  return speaker;
}

const pollySpeakerOf = ({ language, sex }: Utterance) => speakerOf(language, sex);

/** A build stops at an error that has a `code`, because other files would probably fail in the same way. */
export class PollyUnavailableError extends Error {
  readonly code = "POLLY_UNAVAILABLE";
}

function toReadableError(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof TextLengthExceededException) return new Error("Amazon Polly refuses the text as too long");
  if (name === "CredentialsProviderError") {
    return new PollyUnavailableError(
      "Amazon Polly needs the credentials of an AWS account: set AWS_PROFILE, or log in, and repeat the command.",
      { cause: error },
    );
  }
  return new PollyUnavailableError(
    `Amazon Polly failed: ${message.replace(/\.?$/, ".")} Finished audio files are kept; repeat the command.`,
    {
      cause: error,
    },
  );
}

export function createPollyVoice(client: Pick<PollyClient, "send"> = new PollyClient()): Voice {
  return {
    name: "polly",
    speaks: (language) => language in speakers,
    // All of Polly's voices have this level: docs/decisions/0163-espeak-ng-and-the-fitness-of-voices.md
    fitFor: () => "model",
    recipeOf: (utterance) => JSON.stringify([pollySpeakerOf(utterance), utterance.text]),
    speakerOf: (utterance) => {
      const { voice, engine } = pollySpeakerOf(utterance);
      return `${voice} (${engine})`;
    },
    priceOf: (utterance) => [...utterance.text].length * (prices[pollySpeakerOf(utterance).engine] ?? 0),
    say: async (utterance) => {
      const { voice, engine } = pollySpeakerOf(utterance);
      const asked = { Engine: engine, VoiceId: voice, Text: utterance.text, SampleRate: `${sampleRate}` };
      const { AudioStream } = await client
        .send(new SynthesizeSpeechCommand({ ...asked, OutputFormat: "pcm" }))
        .catch((error: unknown) => {
          throw toReadableError(error);
        });
      if (!AudioStream) throw new Error("Amazon Polly returned no sound: repeat the command");
      return { samples: readPcm(Buffer.from(await AudioStream.transformToByteArray())), rate: sampleRate };
    },
  };
}
