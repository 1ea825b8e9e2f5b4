import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { PollyClient, type PollyClientConfig } from "@aws-sdk/client-polly";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createPollyVoice, PollyUnavailableError } from "../../../content/voices/polly.ts";
import type { Utterance } from "../../../content/voices/voice.ts";

// Requests and responses of Polly: https://docs.aws.amazon.com/polly/latest/dg/API_SynthesizeSpeech.html

type Answer = { status: number; headers?: Record<string, string>; body: Buffer | string };

const pcm = (samples: readonly number[]): Answer => ({
  status: 200,
  headers: { "content-type": "audio/pcm", "x-amzn-requestcharacters": "4" },
  body: Buffer.from(Int16Array.from(samples).buffer),
});
const refusal = (status: number, name: string, message: string): Answer => ({
  status,
  headers: { "content-type": "application/json", "x-amzn-errortype": name },
  body: JSON.stringify({ message }),
});

const someone = { accessKeyId: "id", secretAccessKey: "secret" };

async function startPolly(answer: Answer, keys: PollyClientConfig = { credentials: someone }) {
  const asked: { line: string; signed: boolean; body: unknown }[] = [];
  // Polly's client speaks only HTTP/2.
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const signed = /^AWS4-HMAC-SHA256 .*\/polly\/aws4_request/.test(request.headers.authorization ?? "");
      asked.push({ line: `${request.method} ${request.url}`, signed, body: JSON.parse(body.toString()) });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = new PollyClient({
    region: "ap-southeast-2",
    endpoint: `http://127.0.0.1:${port}`,
    maxAttempts: 1,
    ...keys,
  });
  onTestFinished(() => {
    client.destroy();
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { polly: createPollyVoice(client), asked };
}

const greeting: Utterance = { language: "english", sex: "woman", text: "Good morning." };

afterEach(() => void vi.unstubAllEnvs());

describe("Amazon Polly", () => {
  it("receives a signed request for PCM samples at 16 kHz, and the voice returns the audio", async () => {
    const { polly, asked } = await startPolly(pcm([0, 16_384, -32_768]));
    const { samples, rate } = await polly.say(greeting);
    expect([...samples]).toEqual([0, 0.5, -1]);
    expect(rate).toBe(16_000);
    expect(asked).toEqual([
      {
        line: "POST /v1/speech",
        signed: true,
        body: { Engine: "neural", VoiceId: "Olivia", Text: "Good morning.", OutputFormat: "pcm", SampleRate: "16000" },
      },
    ]);
  });

  // https://docs.aws.amazon.com/polly/latest/dg/available-voices.html: neural voices with their sex.
  it.each([
    ["english", "man", "Brian"],
    ["mandarin", "woman", "Zhiyu"],
    ["arabic", "man", "Zayd"],
    ["spanish", "man", "Pedro"],
    // Polly has no male neural voice for these languages.
    ["mandarin", "man", "Zhiyu"],
    ["hindi", "man", "Kajal"],
  ] as const)("speaks %s as a %s with the voice %s", async (language, sex, voice) => {
    const { polly, asked } = await startPolly(pcm([1]));
    await polly.say({ ...greeting, language, sex });
    expect(asked[0]?.body).toMatchObject({ VoiceId: voice });
  });

  it("costs 16 US dollars per million characters for a neural voice, and 4 for a standard voice", () => {
    const { priceOf } = createPollyVoice();
    expect(priceOf({ ...greeting, text: "a".repeat(1_000_000) })).toBeCloseTo(16);
    expect(priceOf({ ...greeting, language: "mandarin", text: "𠮷".repeat(1_000) })).toBeCloseTo(0.016);
    expect(priceOf({ ...greeting, language: "russian", text: "я".repeat(1_000_000) })).toBeCloseTo(4);
  });

  it("names the speaker and the engine of a language", () => {
    const { speakerOf } = createPollyVoice();
    expect(speakerOf(greeting)).toBe("Olivia (neural)");
    expect(speakerOf({ ...greeting, language: "russian", sex: "man" })).toBe("Maxim (standard)");
  });

  it("has no voice for Nepali, and refuses a request for Nepali", async () => {
    const { polly, asked } = await startPolly(pcm([1]));
    expect(polly.speaks("nepali")).toBe(false);
    await expect(polly.say({ ...greeting, language: "nepali" })).rejects.toThrow("Amazon Polly does not speak nepali.");
    expect(asked).toEqual([]);
  });

  it("reports a missing permission as PollyUnavailableError", async () => {
    const { polly } = await startPolly(
      refusal(403, "AccessDeniedException", "You may not use polly:SynthesizeSpeech."),
    );
    const saying = polly.say(greeting);
    await expect(saying).rejects.toThrow(PollyUnavailableError);
    await expect(saying).rejects.toThrow("Amazon Polly failed: You may not use polly:SynthesizeSpeech.");
  });

  it("reports a text that is too long, but not as PollyUnavailableError", async () => {
    const { polly } = await startPolly(
      refusal(400, "TextLengthExceededException", "Maximum text length has been exceeded"),
    );
    const error = await polly.say(greeting).catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(PollyUnavailableError);
    expect(String(error)).toContain("Amazon Polly refuses the text as too long");
  });

  it("reports missing credentials, and sends no request", async () => {
    // Hides credentials of the machine: keys, profiles and the role of an EC2 instance.
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"]) vi.stubEnv(name, undefined);
    for (const name of ["AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"]) vi.stubEnv(name, "/no/such/file");
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
    const { polly, asked } = await startPolly(pcm([1]), {});
    const saying = polly.say(greeting);
    await expect(saying).rejects.toThrow(PollyUnavailableError);
    await expect(saying).rejects.toThrow("needs the credentials of an AWS account: set AWS_PROFILE, or log in");
    expect(asked).toEqual([]);
  });
});
