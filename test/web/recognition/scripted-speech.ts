export type SpeechScript = {
  available: string;
  /** With `silent`, no event follows the start. */
  answer: { texts: readonly string[] } | { error: string } | { silent: true };
  /** False for a browser that ignores `processLocally`. */
  isLocal?: boolean;
};

export type ScriptedSpeech = ReturnType<typeof createScriptedSpeech>;

/**
 * Uses no code outside of the function, so that its source can also run in a page.
 * https://webaudio.github.io/web-speech-api/#speechreco-events
 */
export function createScriptedSpeech({ available, answer, isLocal = true }: SpeechScript) {
  const log: string[] = [];
  let state = available;

  class SpeechRecognition extends EventTarget {
    lang = "";
    continuous = false;
    interimResults = true;
    #processLocally = false;

    get processLocally() {
      return this.#processLocally;
    }

    set processLocally(isAsked: boolean) {
      this.#processLocally = isAsked && isLocal;
    }

    static async available({ langs, processLocally }: { langs: readonly string[]; processLocally: boolean }) {
      log.push(`available ${langs} ${processLocally ? "here" : "anywhere"}`);
      return state;
    }

    static async install({ langs }: { langs: readonly string[] }) {
      log.push(`install ${langs}`);
      if (state === "unavailable") return false;
      state = "available";
      return true;
    }

    start(track: MediaStreamTrack) {
      log.push(`start ${track.readyState} ${track.kind} ${this.lang} ${this.processLocally ? "here" : "anywhere"}`);
      queueMicrotask(() => this.dispatchEvent(new Event("start")));
      if ("error" in answer) {
        const event = Object.assign(new Event("error"), { error: answer.error });
        queueMicrotask(() => this.dispatchEvent(event));
      }
    }

    stop() {
      log.push("stop");
      if ("texts" in answer) {
        const interim = Object.assign([{ transcript: "not final" }], { isFinal: false });
        const results = answer.texts.map((transcript) => Object.assign([{ transcript }], { isFinal: true }));
        this.dispatchEvent(Object.assign(new Event("result"), { results: [...results, interim] }));
      }
      if (!("silent" in answer)) this.dispatchEvent(new Event("end"));
    }

    abort() {
      log.push("abort");
    }
  }

  return { SpeechRecognition, log };
}
