/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { KeyedButton } from "./keyed-button.tsx";

/** Copies a text that the page also shows. If the browser refuses to copy, the guest can select the text. */
export function CopyButton({ text }: { text: string }) {
  const [outcome, setOutcome] = useState<"" | "Copied." | "Select the text and copy it.">("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome("Copied."),
      () => setOutcome("Select the text and copy it."),
    );
  return (
    <>
      <KeyedButton onAct={() => void copy()}>Copy my text</KeyedButton>
      <span role="status">{outcome}</span>
    </>
  );
}
