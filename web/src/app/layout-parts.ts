import { lazyPart } from "../ui/lazy-part.tsx";

/** Lazy parts of the layout that most pages of visitors do not need. */

export const ToastRegion = lazyPart(async () => (await import("../ui/toast-region.tsx")).ToastRegion);

export const UnfinishedDeletionBar = lazyPart(
  async () => (await import("../features/profile/unfinished-deletion-bar.tsx")).UnfinishedDeletionBar,
);

export const ExamSending = lazyPart(
  async () => (await import("../features/exam/attempts/exam-sending.tsx")).ExamSending,
);

export const ShareSync = lazyPart(async () => (await import("../features/sharing/share-sync.tsx")).ShareSync);

export const StudySync = lazyPart(async () => (await import("../features/study/study-sync.tsx")).StudySync);

/** Preloads parts of the layout that a learner may need while there is no network. */
export function preloadForOffline(): void {
  ToastRegion.preload();
  UnfinishedDeletionBar.preload();
}
