import { useEffect, useState } from "react";
import type { ExportLink } from "../../../../domain/accounts/account.ts";
import { Button } from "../../ui/button.tsx";
import { useExport } from "./use-export.ts";

/** Says that the download has begun; the address goes when it is no longer honoured. */
function Begun({ link, onOver }: { link: ExportLink; onOver: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onOver, link.expiresInSeconds * 1000);
    return () => clearTimeout(timer);
  }, [link, onOver]);
  return (
    <p>
      Your download has begun. If it has not,{" "}
      <a href={link.url} download={link.fileName} rel="noreferrer">
        open {link.fileName}
      </a>
      ; this link works for {Math.round(link.expiresInSeconds / 60)} minutes.
    </p>
  );
}

/** Everything that is held on the learner, as a file to keep. */
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
        Everything that Parlance holds about you, as one JSON file: your account, profile, plan, progress and completed
        dialogues. Recordings are kept by your browser alone and are not in it.
      </p>
      <Button busy={busy} onClick={start}>
        {busy ? "Preparing your file..." : "Download My Data"}
      </Button>
      <div className="form-status" role="status">
        {link && !over && <Begun link={link} onOver={() => setOver(true)} />}
        {over && <p>The link to your file has expired. You can have a new file made.</p>}
      </div>
    </section>
  );
}
