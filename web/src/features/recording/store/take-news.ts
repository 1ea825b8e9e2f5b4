import { learnerNews } from "../../../browser/learner-news.ts";

/** Tells the learner's tabs that the stored takes have changed, and hears of it. */
export const { announce: announceTakes, hear: hearTakes } = learnerNews("parlance-takes");
