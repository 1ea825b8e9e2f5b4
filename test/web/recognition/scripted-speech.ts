type Answer = { texts: readonly string[] } | { error: string } | { silent: true };

export type ScriptedSpeech = ReturnType<typeof createScriptedSpeech>;

/**
 * Creates a speech recognition that follows a script, in the order of events of the specification:
 * https://webaudio.github.io/web-speech-api/#speechreco-events
 * @param available the result of `available`
 */
export function createScriptedSpeech(available: string, answer: Answer) {
  const log: string[] = [];
  const script = { available, answer, isLocal: true };

  class SpeechRecognition extends EventTarget {
    lang = "";
    continuous = false;
    interimResults = true;
    #processLocally = false;

    get processLocally() {
      return this.#processLocally;
    }

    set processLocally(isLocal: boolean) {
      this.#processLocally = isLocal && script.isLocal;
    }

    static async available({ langs, processLocally }: { langs: readonly string[]; processLocally: boolean }) {
      log.push(`available ${langs} ${processLocally ? "here" : "anywhere"}`);
      return script.available;
    }

    static async install({ langs }: { langs: readonly string[] }) {
      log.push(`install ${langs}`);
      if (script.available === "unavailable") return false;
      script.available = "available";
      return true;
    }

    start(track: MediaStreamTrack) {
      log.push(`start ${track.kind} ${this.lang} ${this.processLocally ? "here" : "anywhere"}`);
      queueMicrotask(() => this.dispatchEvent(new Event("start")));
      if ("error" in script.answer) {
        const event = Object.assign(new Event("error"), { error: script.answer.error });
        queueMicrotask(() => this.dispatchEvent(event));
      }
    }

    stop() {
      log.push("stop");
      if ("texts" in script.answer) {
        const interim = Object.assign([{ transcript: "not final" }], { isFinal: false });
        const results = script.answer.texts.map((transcript) => Object.assign([{ transcript }], { isFinal: true }));
        this.dispatchEvent(Object.assign(new Event("result"), { results: [...results, interim] }));
      }
      if (!("silent" in script.answer)) this.dispatchEvent(new Event("end"));
    }

    abort() {
      log.push("abort");
    }
  }

  return { SpeechRecognition, log, script };
}
