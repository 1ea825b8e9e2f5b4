import * as z from "zod/mini";

const LearnerMessage = z.object({ userId: z.string() });

/** Word, among the tabs of a browser, that something stored of a learner has changed. */
export type LearnerChannel = {
  /** Tells it to all tabs, this one too. */
  publish: (userId: string) => void;
  /** Calls `listener` when it is told of a learner, until the function given back is called. */
  subscribe: (userId: string, listener: () => void) => () => void;
};

/** News of one kind of thing, under the name of a channel. */
export function createLearnerChannel(channelName: string): LearnerChannel {
  return {
    publish: (userId) => {
      const channel = new BroadcastChannel(channelName);
      channel.postMessage({ userId });
      channel.close();
    },
    subscribe: (userId, listener) => {
      const channel = new BroadcastChannel(channelName);
      channel.addEventListener("message", ({ data }) => {
        const news = LearnerMessage.safeParse(data);
        if (news.success && news.data.userId === userId) listener();
      });
      return () => channel.close();
    },
  };
}
