import type { Share } from "../../../../domain/sharing/share.ts";
import { closedReason, sumSharedBytes } from "../../../../domain/sharing/share-access.ts";
import { serverNow } from "../../browser/server-time.ts";
import { countedText } from "../../ui/counted-text.ts";
import { sizeText } from "../../ui/size-text.ts";
import { recordingCountText } from "../recording/recording-labels.ts";

const dayFormat = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });

export function dayText(instant: string): string {
  return dayFormat.format(new Date(instant));
}

export function subjectText({ subject, dialogues }: Pick<Share, "subject" | "dialogues">): string {
  const titles = dialogues.map(({ title }) => title).join(", ");
  return subject.kind === "exam" ? `Mock exam: ${titles}` : titles;
}

export function linkStateText(share: Share): string {
  switch (closedReason(share, serverNow())) {
    case null:
      return `Open, expires on ${dayText(share.expires_at)}`;
    case "blocked":
      return `Blocked. Expires on ${dayText(share.expires_at)}`;
    case "expired":
      return `Expired on ${dayText(share.expires_at)}`;
    case "ended":
      return share.state === "taken-down" ? "Taken down by Parlance" : "Ended";
  }
}

export function shareSizeText({ recordings }: Pick<Share, "recordings">): string {
  const received = recordings.filter(({ state }) => state === "received");
  const count = recordingCountText(recordings.length);
  const countText = received.length < recordings.length ? `${received.length} of ${count} arrived` : count;
  return `${countText}, ${sizeText(sumSharedBytes(received))}`;
}

export function commentCountText(count: number): string {
  return countedText(count, "comment");
}
