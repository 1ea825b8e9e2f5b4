import { lazyPart } from "../ui/lazy-part.tsx";

/** Parts of the layout that most pages do without. */

export const ToastRegion = lazyPart(async () => (await import("../ui/toast-region.tsx")).ToastRegion);

export const UnfinishedDeletionBar = lazyPart(
  async () => (await import("../features/profile/unfinished-deletion-bar.tsx")).UnfinishedDeletionBar,
);

export const ExamSending = lazyPart(
  async () => (await import("../features/exam/attempts/exam-sending.tsx")).ExamSending,
);

/** Loads what a learner may need when the network is gone. */
export function preloadForOffline(): void {
  ToastRegion.preload();
  UnfinishedDeletionBar.preload();
}
