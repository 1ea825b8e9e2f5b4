/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { KeyedButton } from "./keyed-button.tsx";

/** Show `text` on the page too, so that the guest can select it if the browser refuses to copy it. */
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
