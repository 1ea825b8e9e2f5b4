import { type FormEvent, useState } from "react";
import type { Toast } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureText } from "./auth-failure.ts";

/**
 * Sends a form once at a time: while it is on its way, sending it again does nothing. A failure is told in the learner's
 * words, as `failed` puts it.
 */
export function useSubmit(submit: () => Promise<unknown>, failed: (reason: string) => Toast) {
  const [busy, setBusy] = useState(false);
  const onSubmit = (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    setBusy(true);
    submit()
      .catch((error: unknown) => showToast(failed(failureText(error))))
      .finally(() => setBusy(false));
  };
  return { busy, onSubmit };
}
