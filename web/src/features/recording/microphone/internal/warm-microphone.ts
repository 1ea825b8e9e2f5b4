import { RecorderError } from "../recorder-error.ts";
import type { CaptureListeners } from "./capture.ts";
import type { Microphone, openMicrophone } from "./microphone.ts";

export class WarmMicrophone {
  readonly #open: () => Promise<Microphone>;
  #microphone: Microphone | undefined;
  #opening: Promise<Microphone> | undefined;

  constructor(open: typeof openMicrophone, listeners: CaptureListeners) {
    this.#open = () => open(listeners);
  }

  get live(): Microphone | undefined {
    return this.#microphone?.isLive() ? this.#microphone : undefined;
  }

  /** Concurrent calls share one opening. */
  async ready(): Promise<Microphone> {
    const microphone = this.#microphone;
    if (microphone) {
      if ((await microphone.resume()) && microphone.isLive()) return microphone;
      if (this.#microphone === microphone) this.close();
    }
    this.#opening ??= this.#openNew();
    return await this.#opening;
  }

  /** A microphone that is still opening is closed when it opens, and `ready` then rejects with "lost". */
  close(): void {
    this.#opening = undefined;
    this.#microphone?.close();
    this.#microphone = undefined;
  }

  #openNew(): Promise<Microphone> {
    const isWanted = () => this.#opening === opening;
    const opening = this.#open().then(
      (microphone) => {
        if (!isWanted()) {
          microphone.close();
          throw new RecorderError("lost");
        }
        this.#opening = undefined;
        this.#microphone = microphone;
        return microphone;
      },
      (reason: unknown) => {
        if (isWanted()) this.#opening = undefined;
        throw reason;
      },
    );
    return opening;
  }
}
