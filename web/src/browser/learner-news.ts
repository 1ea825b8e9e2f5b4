import * as z from "zod/mini";

const News = z.object({ userId: z.string() });

/** Word, among the tabs of a browser, that something stored of a learner has changed. */
export type LearnerNews = {
  /** Tells it to all tabs, this one too. */
  announce: (userId: string) => void;
  /** Calls `listener` when it is told of a learner, until the function given back is called. */
  hear: (userId: string, listener: () => void) => () => void;
};

/** News of one kind of thing, under the name of a channel. */
export function learnerNews(channelName: string): LearnerNews {
  return {
    announce: (userId) => {
      const channel = new BroadcastChannel(channelName);
      channel.postMessage({ userId });
      channel.close();
    },
    hear: (userId, listener) => {
      const channel = new BroadcastChannel(channelName);
      channel.addEventListener("message", ({ data }) => {
        const news = News.safeParse(data);
        if (news.success && news.data.userId === userId) listener();
      });
      return () => channel.close();
    },
  };
}
