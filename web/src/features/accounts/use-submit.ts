import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Toast } from "../../ui/toast.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureText } from "./auth-failure.ts";

/** A refusal of the text in one field, shown next to the field and in a toast. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, words: string) {
    super(words);
    this.name = "FieldError";
    this.field = field;
  }
}

export type Problems = Readonly<Record<string, string | null>>;

type Options = {
  submit: () => Promise<unknown>;
  failureToast: (reason: string) => Toast;
  check?: () => Problems;
  initial?: Problems;
  /** Forms and buttons that share this lock submit one at a time. */
  submitLock?: RefObject<boolean>;
};

const isAnyWrong = (problems: Problems) => Object.values(problems).some((problem) => problem !== null);

type ReportedProblems = { found: Problems; refused?: FieldError };

function useProblems(form: RefObject<HTMLFormElement | null>, initial: Problems) {
  const [reported, setReported] = useState<ReportedProblems>({ found: initial });
  const [changed, setChanged] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!reported.refused && !isAnyWrong(reported.found)) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [reported, form]);
  const left = Object.entries(reported.found).filter(([name]) => !changed.includes(name));
  // A change of any field makes the server's refusal outdated.
  const refused =
    reported.refused && changed.length === 0 ? { [reported.refused.field]: reported.refused.message } : {};
  return {
    problems: { ...Object.fromEntries(left), ...refused },
    report: (next: ReportedProblems) => {
      setReported(next);
      setChanged([]);
    },
    clear: (name: string) => setChanged((known) => (known.includes(name) ? known : [...known, name])),
  };
}

export function useSubmit({ submit, failureToast, check = () => ({}), initial = {}, submitLock }: Options) {
  const form = useRef<HTMLFormElement>(null);
  const ownTurn = useRef(false);
  const underWay = submitLock ?? ownTurn;
  const [busy, setBusy] = useState(false);
  const { problems, report, clear } = useProblems(form, initial);

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (underWay.current) return;
    const found = check();
    report({ found });
    if (isAnyWrong(found)) return;
    underWay.current = true;
    setBusy(true);
    try {
      await submit();
    } catch (error) {
      if (error instanceof FieldError) report({ found: {}, refused: error });
      showToast(failureToast(error instanceof FieldError ? error.message : failureText(error)));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  const problemOf = (name: string) => {
    const errorMessage = problems[name];
    return errorMessage ? { hasError: true, errorMessage } : { hasError: false };
  };
  return { form, busy, onSubmit, problemOf, clear };
}
