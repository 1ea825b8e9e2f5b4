/** The way a learner hears. The microphone hears speakers too, so its echo cancellation is turned on. */
export type Listening = "headphones" | "speakers";
