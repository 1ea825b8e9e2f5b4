import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Toast } from "../../ui/toast.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureText } from "./auth-failure.ts";

/** What is wrong with each field, by the field's name; null where nothing is. */
export type Problems = Readonly<Record<string, string | null>>;

type Options = {
  submit: () => Promise<unknown>;
  /** Words a failure, given the reason in the learner's words. */
  failed: (reason: string) => Toast;
  check?: () => Problems;
  /** Shared by all that a page may send, of which one is then on its way at a time. */
  turn?: RefObject<boolean>;
};

/**
 * Sends a form once at a time: while it is on its way, sending it again does nothing. What is wrong with the fields is
 * shown beside them, and the first of them gets the focus; a failure is told.
 */
export function useSubmit({ submit, failed, check = () => ({}), turn }: Options) {
  const form = useRef<HTMLFormElement>(null);
  const ownTurn = useRef(false);
  const underWay = turn ?? ownTurn;
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

  useEffect(() => {
    const isWrong = Object.values(problems).some((problem) => problem !== null);
    if (isWrong) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (underWay.current) return;
    const found = check();
    setProblems(found);
    if (Object.values(found).some((problem) => problem !== null)) return;
    underWay.current = true;
    setBusy(true);
    try {
      await submit();
    } catch (error) {
      showToast(failed(failureText(error)));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  /** What a field is given to show what is wrong with it. */
  const problemOf = (name: string) => {
    const errorMessage = problems[name];
    return errorMessage ? { hasError: true, errorMessage } : { hasError: false };
  };
  return { form, busy, onSubmit, problemOf };
}
