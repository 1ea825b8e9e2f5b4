import { useState } from "react";
import { messages } from "../../messages.ts";
import { Button, type ButtonVariant } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { showToast } from "../../ui/toasts.ts";
import type { ShareSource } from "./share-source.ts";

const AskDialog = lazyPart(async () => (await import("./ask-dialog.tsx")).AskDialog);

type Props = {
  loadSource: () => Promise<ShareSource | null> | ShareSource | null;
  variant?: ButtonVariant;
  label?: string;
};

export function AskButton({ loadSource, variant = "plain", label }: Props) {
  const [source, setSource] = useState<ShareSource | null>(null);
  const [isLoading, setLoading] = useState(false);
  const open = async () => {
    setLoading(true);
    const found = await Promise.resolve()
      .then(loadSource)
      .catch(() => null);
    setLoading(false);
    setSource(found);
    if (!found) showToast(messages.nothingToShare);
  };
  return (
    <>
      <Button
        variant={variant}
        busy={isLoading}
        {...(label !== undefined && { "aria-label": `Ask for feedback on ${label}` })}
        onPointerEnter={AskDialog.preload}
        onFocus={AskDialog.preload}
        onClick={() => void open()}
      >
        Ask for feedback
      </Button>
      {source && <AskDialog source={source} onClose={() => setSource(null)} />}
    </>
  );
}
