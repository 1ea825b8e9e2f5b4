import { channelProtocol } from "../../../domain/realtime/channel.ts";
import type { ChannelClientOptions, ChannelSocket } from "../../../web/src/features/realtime/channel-client.ts";

type State = "connecting" | "open" | "closing" | "closed";

/** The test acts as the server, so `close` alone fires no event. */
export class FakeSocket implements ChannelSocket {
  readonly url: string;
  readonly offered: readonly string[];
  readonly sent: unknown[] = [];
  protocol = "";
  state: State = "connecting";
  readonly #events = new EventTarget();

  constructor(url: string, offered: readonly string[]) {
    this.url = url;
    this.offered = offered;
  }

  readonly addEventListener: ChannelSocket["addEventListener"] = (
    type: string,
    listener: (message: { data: unknown }) => void,
  ) => this.#events.addEventListener(type, (event) => listener({ data: event instanceof MessageEvent && event.data }));

  send(data: string): void {
    if (this.state === "connecting") throw new DOMException("Still in CONNECTING state", "InvalidStateError");
    if (this.state === "open") this.sent.push(JSON.parse(data));
  }

  close(): void {
    if (this.state !== "closed") this.state = "closing";
  }

  async open(protocol: string = channelProtocol): Promise<void> {
    await flushPromises();
    if (this.state !== "connecting") return;
    this.state = "open";
    this.protocol = protocol;
    this.#events.dispatchEvent(new Event("open"));
    await flushPromises();
  }

  async say(message: unknown): Promise<void> {
    await flushPromises();
    if (this.state === "open") await this.sayLate(message);
  }

  /** Delivers a message in any state, such as a message that was in transit when the socket closed. */
  async sayLate(message: unknown): Promise<void> {
    const data = typeof message === "string" ? message : JSON.stringify(message);
    this.#events.dispatchEvent(new MessageEvent("message", { data }));
    await flushPromises();
  }

  async end(): Promise<void> {
    await flushPromises();
    if (this.state === "closed") return;
    this.state = "closed";
    this.#events.dispatchEvent(new Event("close"));
    await flushPromises();
  }
}

export const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

export function fakeWorld() {
  const sockets: FakeSocket[] = [];
  const timers: { run: () => void; afterMs: number }[] = [];
  const openSocket = (url: string, protocols: string[]) => {
    const socket = new FakeSocket(url, protocols);
    sockets.push(socket);
    return socket;
  };
  const schedule: ChannelClientOptions["schedule"] = (run, afterMs) => {
    const timer = { run, afterMs };
    timers.push(timer);
    return () => {
      if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
    };
  };
  return {
    openSocket,
    schedule,
    sockets,
    socket: (): FakeSocket => {
      const newest = sockets.at(-1);
      if (!newest) throw new Error("No socket was opened");
      return newest;
    },
    waits: () => timers.map(({ afterMs }) => afterMs),
    /** Fires one timer with this delay. */
    elapse: async (afterMs: number) => {
      const due = timers.find((timer) => timer.afterMs === afterMs);
      if (!due) throw new Error(`Nothing waits for ${afterMs} ms`);
      timers.splice(timers.indexOf(due), 1);
      due.run();
      await flushPromises();
    },
  };
}
