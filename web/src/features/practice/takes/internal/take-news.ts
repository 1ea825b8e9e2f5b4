import * as z from "zod/mini";

const channelName = "parlance-takes";

const News = z.object({ userId: z.string() });

/** Tells the learner's other tabs that the stored takes have changed. */
export function announceTakes(userId: string): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ userId });
  channel.close();
}

/** Calls `listener` when a learner's stored takes have changed, until the function given back is called. */
export function hearTakes(userId: string, listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }) => {
    const news = News.safeParse(data);
    if (news.success && news.data.userId === userId) listener();
  });
  return () => channel.close();
}
