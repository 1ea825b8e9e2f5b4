import { useEffect, useState } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import type { StoredTerm } from "../../../../domain/study/study.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { exportTerms } from "./export-terms.ts";

const ImportDialog = lazyPart(
  async () => (await import("./import-dialog.tsx")).ImportDialog,
  <p role="status">Opening the import…</p>,
);

type Props = { userId: string; language: LanguageName; own: readonly StoredTerm[] };

export function GlossaryFiles({ userId, language, own }: Props) {
  const [isImporting, setImporting] = useState(false);
  // Preloads the dialog, because the network may be lost before the learner opens it.
  useEffect(ImportDialog.preload, []);
  return (
    <section className="glossary-files" aria-label="Files">
      <Button onClick={() => setImporting(true)}>Import terms</Button>
      {own.length > 0 && (
        <>
          <Button onClick={() => exportTerms(own, serverNow())}>Export all terms (CSV)</Button>
          <p>You can import the file into Anki and spreadsheet programs.</p>
        </>
      )}
      {isImporting && <ImportDialog {...{ userId, language, own }} onClose={() => setImporting(false)} />}
    </section>
  );
}
