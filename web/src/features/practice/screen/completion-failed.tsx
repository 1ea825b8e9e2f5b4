import { messages } from "../../../messages.ts";
import type { Leaving } from "./use-leaving.ts";

/** Says, in the dialog that asked, that the completion could not be saved: a toast would stand behind it. */
export function CompletionFailed({ leaving }: { leaving: Leaving }) {
  if (!leaving.failed) return null;
  return (
    <p className="dialog-problem" role="alert">
      {messages.completionFailed.description}
    </p>
  );
}
