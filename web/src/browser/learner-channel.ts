import * as z from "zod/mini";

const LearnerMessage = z.object({ userId: z.string() });

/** Notifies all tabs of a browser that a learner's stored data has changed. */
export type LearnerChannel = {
  /** Also notifies this tab. */
  publish: (userId: string) => void;
  subscribe: (userId: string, listener: () => void) => () => void;
};

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
