import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { scaledTimeoutMs } from "../../support/limits.ts";
import type { Signal } from "./correlate.ts";

/** In Hz, for all playback and recording. */
const sampleRate = 48_000;
/** The buffer is large to prevent gaps on a busy machine. */
const speechBufferMs = 2_000;
const recordLatencyMs = 50;
/** In this time, a browser and PulseAudio deliver the rest of audio that has ended. */
const tailSeconds = 0.5;
/** A server that outlives the test process ends after this time without a client. */
const idleSeconds = 300;
const startTimeoutMs = 5_000;

export type PlayedSound = {
  /** Returns the audio since the start of the recording, including silence, in mono. */
  stop: () => Promise<Signal>;
};

export type SoundServer = {
  env: Record<string, string>;
  /** Waits for the signal's end. */
  play: (signal: Signal) => Promise<void>;
  /** Starts a recording of the playback. Resolves when the first samples arrive, even silent samples. */
  record: () => Promise<PlayedSound>;
  /** Repeats a signal for the microphone. */
  speak: (signal: Signal) => { stop: () => Promise<void> };
  stop: () => Promise<void>;
};

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

async function stopProcess(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

/** Real loudspeakers and microphones do not depend on the machine's load. */
function raisePriority<Child extends ChildProcess>(child: Child): Child {
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_HIGHEST);
  } catch {
    // Most systems allow only an administrator to raise a priority.
  }
  return child;
}

function isAccepting(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once("error", () => resolve(false));
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
  });
}

async function waitUntilAccepting(server: ChildProcess, socket: string): Promise<void> {
  let said = "";
  server.stderr?.on("data", (chunk) => {
    said += String(chunk);
  });
  const giveUpAt = performance.now() + scaledTimeoutMs(startTimeoutMs);
  while (!(await isAccepting(socket))) {
    if (!isRunning(server) || performance.now() > giveUpAt) throw new Error(`PulseAudio did not start: ${said}`);
    await pause(20);
  }
}

/**
 * "mouth" is the microphone of a headset, which records only speech. "room" records the loudspeakers, which also play
 * the speech.
 */
export type MicrophonePlace = "mouth" | "room";

const microphoneSinks: Record<MicrophonePlace, string> = { mouth: "mouth", room: "out" };

function startPulseAudio(socket: string, env: NodeJS.ProcessEnv, place: MicrophonePlace): ChildProcess {
  const sink = (name: string) => `module-null-sink sink_name=${name} rate=${sampleRate} channels=2 norewinds=1`;
  const modules = [
    sink("out"),
    sink("mouth"),
    // Not every browser offers a monitor as a microphone.
    `module-remap-source master=${microphoneSinks[place]}.monitor source_name=microphone`,
    // This module is last, so that all devices exist when the server accepts connections.
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
  ];
  const options = ["-n", "--daemonize=no", "--use-pid-file=no", `--exit-idle-time=${idleSeconds}`, "--log-level=error"];
  const args = [...options, ...modules.flatMap((module) => ["-L", module])];
  return raisePriority(spawn("pulseaudio", args, { env, stdio: ["ignore", "ignore", "pipe"] }));
}

const format = [`--rate=${sampleRate}`, "--channels=1", "--format=float32le", "--raw"];

function decodeSamples(chunks: readonly Buffer[]): Float32Array {
  const bytes = new Uint8Array(Buffer.concat(chunks));
  return new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
}

async function recordPlayback(env: NodeJS.ProcessEnv, children: Set<ChildProcess>): Promise<PlayedSound> {
  const args = ["--device=out.monitor", ...format, `--latency-msec=${recordLatencyMs}`];
  const recorder = raisePriority(spawn("parec", args, { env, stdio: ["ignore", "pipe", "inherit"] }));
  children.add(recorder);
  const chunks: Buffer[] = [];
  recorder.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const failed = once(recorder, "exit").then(() => Promise.reject(new Error("Nothing can be recorded")));
  failed.catch(() => undefined);
  const untilMore = async (seconds: number) => {
    let left = seconds * sampleRate * 4;
    for (let at = chunks.length; left > 0; at += 1) {
      if (at >= chunks.length) await Promise.race([once(recorder.stdout, "data"), failed]);
      left -= chunks[at]?.length ?? 0;
    }
  };
  await untilMore(recordLatencyMs / 1_000);
  return {
    stop: async () => {
      // The recording must include audio that is still buffered.
      await untilMore(tailSeconds);
      await stopProcess(recorder);
      return { samples: decodeSamples(chunks), sampleRate };
    },
  };
}

function startSpeaker(env: NodeJS.ProcessEnv, children: Set<ChildProcess>, device: string, signal: Signal) {
  if (signal.sampleRate !== sampleRate) throw new Error(`The sound server runs at ${sampleRate} Hz`);
  const args = ["--playback", `--device=${device}`, ...format, `--latency-msec=${speechBufferMs}`];
  const speaker = raisePriority(spawn("pacat", args, { env, stdio: ["pipe", "ignore", "inherit"] }));
  children.add(speaker);
  const { buffer, byteOffset, byteLength } = signal.samples;
  return { speaker, bytes: new Uint8Array(buffer, byteOffset, byteLength) };
}

async function playToSpeakers(env: NodeJS.ProcessEnv, children: Set<ChildProcess>, signal: Signal): Promise<void> {
  const { speaker, bytes } = startSpeaker(env, children, "out", signal);
  const exited = once(speaker, "exit");
  speaker.stdin.end(bytes);
  await exited;
}

function speakToMicrophone(env: NodeJS.ProcessEnv, children: Set<ChildProcess>, device: string, signal: Signal) {
  const { speaker, bytes } = startSpeaker(env, children, device, signal);
  const speakOn = () => {
    while (speaker.stdin.write(bytes));
  };
  // Writing fails if the speaker stops before it has read all samples.
  speaker.stdin.on("error", () => undefined);
  speaker.stdin.on("drain", speakOn);
  speakOn();
  return { stop: () => stopProcess(speaker) };
}

/** Programs must be started with the server's `env`, so that they use this server. */
export async function startSoundServer(place: MicrophonePlace = "mouth"): Promise<SoundServer> {
  const directory = mkdtempSync(join(tmpdir(), "parlance-sound-"));
  const socket = join(directory, "native");
  const env = {
    XDG_RUNTIME_DIR: directory,
    PULSE_SERVER: `unix:${socket}`,
    PULSE_COOKIE: join(directory, "cookie"),
    PULSE_SINK: "out",
    PULSE_SOURCE: "microphone",
  };
  const everything = { ...process.env, ...env, XDG_CONFIG_HOME: directory };
  const server = startPulseAudio(socket, everything, place);
  await waitUntilAccepting(server, socket);
  const children = new Set<ChildProcess>();
  return {
    env,
    play: (signal) => playToSpeakers(everything, children, signal),
    record: () => recordPlayback(everything, children),
    speak: (signal) => speakToMicrophone(everything, children, microphoneSinks[place], signal),
    stop: async () => {
      await Promise.all(Array.from(children, stopProcess));
      await stopProcess(server);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
