import { useEffect, useEffectEvent, useState } from "react";
import type { ExportLink } from "../../../../domain/accounts/account.ts";
import { Button } from "../../ui/button.tsx";
import { useExport } from "./use-export.ts";

export function DownloadStarted({ link, onOver }: { link: ExportLink; onOver: () => void }) {
  const end = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setTimeout(() => end(), link.expiresInSeconds * 1000);
    return () => clearTimeout(timer);
  }, [link]);
  return (
    <p>
      Your download has started. If it has not,{" "}
      <a href={link.url} download={link.fileName} rel="noreferrer">
        open {link.fileName}
      </a>
      . The link expires {Math.round(link.expiresInSeconds / 60)} minutes after you press Download My Data.
    </p>
  );
}

export function MyData() {
  const [link, setLink] = useState<ExportLink | null>(null);
  const [over, setOver] = useState(false);
  const { start, busy } = useExport((next) => {
    setLink(next);
    setOver(false);
  });
  return (
    <section aria-labelledby="data-heading">
      <h2 id="data-heading">Your data</h2>
      <p>
        Download what Parlance stores about you as one JSON file: for example, your account, plan, progress, reviews,
        glossary, mock exams, and feedback links with their comments. Recordings and voice comments are not in the file.
      </p>
      <Button busy={busy} onClick={start}>
        {busy ? "Preparing your file..." : "Download My Data"}
      </Button>
      <div className="form-status" role="status">
        {link && !over && <DownloadStarted link={link} onOver={() => setOver(true)} />}
        {over && <p>The link to your file has expired. Download your data again.</p>}
      </div>
    </section>
  );
}
