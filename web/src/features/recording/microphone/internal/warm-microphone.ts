import { RecorderError } from "../recorder-error.ts";
import type { CaptureListeners } from "./capture.ts";
import type { Microphone, openMicrophone } from "./microphone.ts";

/** Keeps at most one microphone open. */
export class WarmMicrophone {
  readonly #open: () => Promise<Microphone>;
  #microphone: Microphone | undefined;
  #opening: Promise<Microphone> | undefined;

  constructor(open: typeof openMicrophone, listeners: CaptureListeners) {
    this.#open = () => open(listeners);
  }

  /** The open microphone while sound arrives from it. */
  get live(): Microphone | undefined {
    return this.#microphone?.isLive() ? this.#microphone : undefined;
  }

  /** Opens the microphone unless it is open and can go on; calls at the same time share one opening. */
  async ready(): Promise<Microphone> {
    const microphone = this.#microphone;
    if (microphone) {
      if ((await microphone.resume()) && microphone.isLive()) return microphone;
      // Ended, muted or stuck in an interruption: only a new one helps.
      if (this.#microphone === microphone) this.close();
    }
    this.#opening ??= this.#openNew();
    return await this.#opening;
  }

  /** Closes what is open; an opening under way is closed as soon as it is done, and its callers get "lost". */
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
