import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hasTrackProcessor } from "../../../../web/src/audio/track-processor.ts";
import { captureByProcessor } from "../../../../web/src/features/recording/microphone/internal/processor-capture.ts";

class FakeWorker extends EventTarget {
  readonly sent: { message: unknown; transferred: unknown }[] = [];
  terminated = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(message: unknown, transferred: unknown = []) {
    this.sent.push({ message, transferred });
  }

  say(data: unknown) {
    if (!this.terminated) this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  terminate() {
    this.terminated = true;
  }
}

const workers: FakeWorker[] = [];
const readable = { name: "the track's sound" };
const onMessage = vi.fn();
const onSilenced = vi.fn();

beforeEach(() => {
  workers.length = 0;
  onMessage.mockReset();
  onSilenced.mockReset();
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("AudioData", class {});
  vi.stubGlobal(
    "MediaStreamTrackProcessor",
    class {
      readonly readable = readable;
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

function open() {
  // `captureByProcessor` only passes the track to the processor.
  const capture = captureByProcessor({} as MediaStreamTrack, { onMessage, onSilenced });
  const [worker] = workers;
  if (!worker) throw new Error("A capture has a worker");
  return { capture, worker };
}

it("captureByProcessor connects the track to a worker, and the worker to the page", async () => {
  const { capture, worker } = open();
  expect(worker.sent).toEqual([{ message: { type: "read", readable }, transferred: [readable] }]);
  capture.send({ type: "start", recordingId: 1 });
  expect(worker.sent[1]?.message).toEqual({ type: "start", recordingId: 1 });
  worker.say({ type: "stopped", recordingId: 1 });
  expect(onMessage.mock.calls).toEqual([[{ type: "stopped", recordingId: 1 }]]);
  expect([capture.isRunning(), await capture.resume()]).toEqual([true, true]);
});

it("captureByProcessor reports a loss of sound when the worker fails", async () => {
  const { capture, worker } = open();
  worker.dispatchEvent(new Event("error"));
  expect(onSilenced).toHaveBeenCalledOnce();
  expect([capture.isRunning(), await capture.resume()]).toEqual([false, false]);
});

it("captureByProcessor ends its worker when the capture is closed", async () => {
  const { capture, worker } = open();
  capture.close();
  expect(worker.terminated).toBe(true);
  expect([capture.isRunning(), await capture.resume()]).toEqual([false, false]);
  expect(onSilenced).not.toHaveBeenCalled();
});

it.each([
  ["no MediaStreamTrackProcessor", "MediaStreamTrackProcessor"],
  ["no AudioData", "AudioData"],
])("hasTrackProcessor returns false in a browser with %s", (_, missing) => {
  expect(hasTrackProcessor()).toBe(true);
  vi.stubGlobal(missing, undefined);
  expect(hasTrackProcessor()).toBe(false);
});
