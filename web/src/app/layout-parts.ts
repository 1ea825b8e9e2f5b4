import { lazyPart } from "../ui/lazy-part.tsx";

export const ToastRegion = lazyPart(async () => (await import("../ui/toast-region.tsx")).ToastRegion);

export const UnfinishedDeletionBar = lazyPart(
  async () => (await import("../features/profile/unfinished-deletion-bar.tsx")).UnfinishedDeletionBar,
);

export const ExamSending = lazyPart(
  async () => (await import("../features/exam/attempts/exam-sending.tsx")).ExamSending,
);

export const ShareSync = lazyPart(async () => (await import("../features/sharing/share-sync.tsx")).ShareSync);

export const StudySync = lazyPart(async () => (await import("../features/study/study-sync.tsx")).StudySync);

export function preloadForOffline(): void {
  ToastRegion.preload();
  UnfinishedDeletionBar.preload();
}
