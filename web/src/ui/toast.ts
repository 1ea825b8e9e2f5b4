export type ToastTone = "done" | "problem" | "note";

/** A newer toast replaces an older one with the same topic. */
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
  | "exam"
  | "feedback";

export type Toast = {
  topic: ToastTopic;
  title: string;
  description?: string;
  tone: ToastTone;
  durationMs: number;
  /** "page": dismissed when the learner leaves the page. "journey": kept on other pages. */
  reach: "page" | "journey";
};

type ToastText = [title: string, description?: string];

export const done = (topic: ToastTopic, ...words: ToastText) => createToast(topic, "done", 3000, words);
export const problem = (topic: ToastTopic, ...words: ToastText) => createToast(topic, "problem", 6000, words);
export const note = (topic: ToastTopic, ...words: ToastText) => createToast(topic, "note", 4000, words);

function createToast(topic: ToastTopic, tone: ToastTone, durationMs: number, [title, description]: ToastText): Toast {
  return { topic, tone, durationMs, title, reach: "page", ...(description === undefined ? {} : { description }) };
}

export const lasting = (message: Toast): Toast => ({ ...message, durationMs: 6000 });

export const acrossPages = (message: Toast): Toast => ({ ...message, reach: "journey" });
