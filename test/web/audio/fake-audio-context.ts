type ContextState = AudioContextState | "interrupted";

/** As in a browser, messages from the worklet arrive in later tasks. */
export class FakeWorkletNode extends EventTarget {
  readonly sent: unknown[] = [];
  readonly connections: unknown[] = [];
  answers = true;
  readonly port: { onmessage: ((event: { data: unknown }) => void) | null; postMessage: (message: unknown) => void } = {
    onmessage: null,
    postMessage: (message) => {
      this.sent.push(message);
      const isClose = typeof message === "object" && message !== null && "type" in message && message.type === "close";
      if (isClose && this.answers) this.say({ type: "closed" });
    },
  };

  say(data: unknown): void {
    setTimeout(() => this.port.onmessage?.({ data }));
  }

  connect(target: unknown): void {
    this.connections.push(target);
  }

  disconnect(): void {
    this.connections.length = 0;
  }
}

export class FakeAudioContext extends EventTarget {
  readonly destination = { name: "speakers" };
  readonly modules: string[] = [];
  readonly sources: { stream: unknown; connections: unknown[] }[] = [];
  state: ContextState = "running";
  resumption: ContextState | "stuck" | "refused" = "running";
  resumed = 0;
  closed = 0;
  moduleError: Error | undefined;
  readonly options: unknown;

  constructor(options?: unknown) {
    super();
    this.options = options;
  }

  readonly audioWorklet = {
    addModule: async (url: string) => {
      if (this.moduleError) throw this.moduleError;
      this.modules.push(url);
    },
  };

  become(state: ContextState): void {
    this.state = state;
    setTimeout(() => this.dispatchEvent(new Event("statechange")));
  }

  async resume(): Promise<void> {
    this.resumed += 1;
    const { resumption } = this;
    if (resumption === "stuck") return new Promise(() => {});
    if (resumption === "refused") throw new DOMException("told by the browser", "InvalidStateError");
    this.become(resumption);
  }

  async close(): Promise<void> {
    if (this.state === "closed") throw new DOMException("told by the browser", "InvalidStateError");
    this.closed += 1;
    this.become("closed");
  }

  createMediaStreamSource(stream: unknown) {
    const source = {
      stream,
      mediaStream: stream,
      connections: [] as unknown[],
      connect: (target: unknown) => void source.connections.push(target),
      disconnect: () => {
        source.connections.length = 0;
      },
    };
    this.sources.push(source);
    return source;
  }
}
