import { useId, useState } from "react";
import { encode } from "uqr";
import type { Share } from "../../../../domain/sharing/share.ts";
import { sumSharedBytes } from "../../../../domain/sharing/share-access.ts";
import { maxGuestsPerShare } from "../../../../domain/sharing/share-limits.ts";
import { useObservable } from "../../browser/use-observable.ts";
import { Button } from "../../ui/button.tsx";
import { dayText } from "./share-text.ts";
import { isLinkLive } from "./shares.ts";
import { remainingUploads } from "./uploads.ts";

/** Width of the empty border that a QR code needs on each side, in modules (ISO/IEC 18004). */
const quietZone = 4;

/** Draws black on white even in the dark theme, because some scanners cannot read inverted codes. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: quietZone });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg className="share-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

/** Shows nothing after the end of the link, because the server then refuses the upload. */
export function UploadProgressLine({ share }: { share: Share }) {
  const remaining = useObservable(remainingUploads).get(share.share_id);
  const id = useId();
  const total = sumSharedBytes(share.recordings);
  if (!remaining || !isLinkLive(share)) return null;
  const percent = Math.floor(Math.max(0, 1 - remaining / total) * 100);
  return (
    <p className="share-upload">
      <label htmlFor={id}>Recordings uploaded: {percent} percent</label>
      <progress id={id} max={100} value={percent} />
      <small>Keep Parlance open in this browser until the upload is complete.</small>
    </p>
  );
}

type Props = { url: string; share: Share };

export function LinkView({ url, share }: Props) {
  const id = useId();
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  const canShare = "share" in navigator;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied("yes"),
      () => setCopied("no"),
    );
  return (
    <div className="share-link">
      <label htmlFor={id}>Link</label>
      <input id={id} readOnly dir="ltr" value={url} onFocus={({ target }) => target.select()} />
      <div className="share-link-actions">
        <Button variant="ink" onClick={() => void copy()}>
          Copy link
        </Button>
        {canShare && (
          // Ignores a failure, because the call also rejects when the learner closes the share sheet.
          <Button onClick={() => void navigator.share({ title: "Feedback on my interpreting", url }).catch(() => {})}>
            Send…
          </Button>
        )}
      </div>
      <p role="status">
        {copied === "yes" && "Copied."}
        {copied === "no" && "The browser did not copy the link. Select it and copy it yourself."}
      </p>
      <UploadProgressLine share={share} />
      <p className="share-hint">
        {share.state === "blocked"
          ? "Nobody can open this link while it is blocked."
          : `Everyone who has this link can listen. The link expires on ${dayText(share.expires_at)}. Up to ${maxGuestsPerShare} people can give feedback.`}
      </p>
      <QrCode text={url} />
    </div>
  );
}
