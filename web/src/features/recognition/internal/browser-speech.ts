/**
 * The members of `SpeechRecognition` that the app uses. TypeScript's library does not declare this interface.
 * https://webaudio.github.io/web-speech-api/#speechreco-section
 */
export type BrowserRecognition = EventTarget & {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start: (track: MediaStreamTrack) => void;
  stop: () => void;
  abort: () => void;
};

type LocalLanguages = { langs: readonly string[]; processLocally: true };

export type BrowserSpeech = {
  new (): BrowserRecognition;
  /** Resolves to "unavailable", "downloadable", "downloading" or "available". */
  available: (options: LocalLanguages) => Promise<string>;
  install: (options: LocalLanguages) => Promise<boolean>;
};

/** Without `processLocally`, a browser may send the audio to a server. */
export function findLocalSpeech(scope: object = globalThis): BrowserSpeech | null {
  const found: unknown = Reflect.get(scope, "SpeechRecognition");
  if (typeof found !== "function" || !("available" in found) || !("install" in found)) return null;
  const prototype: unknown = found.prototype;
  if (typeof prototype !== "object" || prototype === null || !("processLocally" in prototype)) return null;
  // A script cannot check the type of a constructor any further.
  return found as unknown as BrowserSpeech;
}

const isList = (value: unknown): value is ArrayLike<unknown> =>
  typeof value === "object" && value !== null && "length" in value;

/** The list of a "result" event begins with the results of earlier events. */
export function finalTexts(event: Event): readonly string[] {
  const results: unknown = Reflect.get(event, "results");
  if (!isList(results)) return [];
  return Array.from(results).flatMap((result) => {
    if (!isList(result) || Reflect.get(result, "isFinal") !== true) return [];
    const [best] = Array.from(result);
    const text: unknown = typeof best === "object" && best !== null ? Reflect.get(best, "transcript") : undefined;
    return typeof text === "string" ? [text.trim()] : [];
  });
}
