export type ToastTone = "done" | "problem" | "note";

/** What a message is about. Of two about one thing only the newer is true. */
export type ToastTopic =
  | "access"
  | "plan"
  | "portal"
  | "language"
  | "profile"
  | "password"
  | "sessions"
  | "data"
  | "account"
  | "support"
  | "recording"
  | "storage"
  | "download"
  | "microphone"
  | "sound"
  | "dialogue"
  | "exam";

export type Toast = {
  topic: ToastTopic;
  title: string;
  description?: string;
  tone: ToastTone;
  /** How long it stays, in ms. */
  durationMs: number;
  /** Whether it belongs to the page that it was told on, or goes along to the next. */
  reach: "page" | "journey";
};

type ToastText = [title: string, description?: string];

/** Something was done. */
export const done = (topic: ToastTopic, ...words: ToastText) => createToast(topic, "done", 3000, words);
/** Something went wrong. */
export const problem = (topic: ToastTopic, ...words: ToastText) => createToast(topic, "problem", 6000, words);
/** Something to know. */
export const note = (topic: ToastTopic, ...words: ToastText) => createToast(topic, "note", 4000, words);

function createToast(topic: ToastTopic, tone: ToastTone, durationMs: number, [title, description]: ToastText): Toast {
  return { topic, tone, durationMs, title, reach: "page", ...(description === undefined ? {} : { description }) };
}

/** A message that takes longer to read. */
export const lasting = (message: Toast): Toast => ({ ...message, durationMs: 6000 });

/** A message that is told on the way to another page. */
export const acrossPages = (message: Toast): Toast => ({ ...message, reach: "journey" });
