/** What a learner hears with. Speakers are heard by the microphone too, so its echo cancellation is turned on. */
export type Listening = "headphones" | "speakers";
