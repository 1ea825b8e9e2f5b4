import { useEffect, useRef, useState } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import type { TermImport } from "../../../../domain/study/read-terms.ts";
import type { StoredTerm } from "../../../../domain/study/study.ts";
import { serverNow } from "../../browser/server-time.ts";
import { saveTerms } from "../study/study.ts";
import { type FileOutcome, readTermFile } from "./read-term-file.ts";

export type ImportState =
  | { kind: "choosing" }
  | { kind: "reading"; share: number }
  | FileOutcome
  | { kind: "saving" }
  | { kind: "saved"; count: number };

export type TermImportSteps = {
  state: ImportState;
  choose: (file: File) => void;
  save: (result: TermImport) => Promise<void>;
};

export function useTermImport(userId: string, language: LanguageName, own: readonly StoredTerm[]): TermImportSteps {
  const [state, setState] = useState<ImportState>({ kind: "choosing" });
  const reading = useRef(new AbortController());
  useEffect(() => () => reading.current.abort(), []);
  const choose = (file: File) => {
    reading.current.abort();
    const controller = new AbortController();
    reading.current = controller;
    setState({ kind: "reading", share: 0 });
    const onProgress = (share: number) => {
      if (!controller.signal.aborted) setState({ kind: "reading", share });
    };
    const options = { language, own, now: serverNow(), createId: () => crypto.randomUUID() };
    readTermFile(file, { ...options, onProgress, signal: controller.signal }).then(
      (outcome) => {
        if (!controller.signal.aborted) setState(outcome);
      },
      () => {
        if (!controller.signal.aborted) setState({ kind: "refused", refusal: "unreadable" });
      },
    );
  };
  const save = async ({ added, changed }: TermImport) => {
    setState({ kind: "saving" });
    const terms = [...added, ...changed];
    await saveTerms(userId, terms);
    setState({ kind: "saved", count: terms.length });
  };
  return { state, choose, save };
}
