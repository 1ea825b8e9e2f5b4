import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Toast } from "../../ui/toast.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureText } from "./auth-failure.ts";
import { FieldProblem } from "./field-problem.ts";

/** What is wrong with each field, by the field's name; null where nothing is. */
export type Problems = Readonly<Record<string, string | null>>;

type Options = {
  submit: () => Promise<unknown>;
  /** Words a failure, given the reason in the learner's words. */
  failed: (reason: string) => Toast;
  check?: () => Problems;
  /** What is wrong with the fields when the form opens. */
  initial?: Problems;
  /** Shared by all that a page may send, of which one is then on its way at a time. */
  turn?: RefObject<boolean>;
};

const isAnyWrong = (problems: Problems) => Object.values(problems).some((problem) => problem !== null);

/** What is wrong with each field by what stands in it, and what the whole form was refused for. */
type Told = { found: Problems; refused?: FieldProblem };

/** What is wrong with the fields of a form. Telling it leads to the first of them; what is changed is taken away. */
function useProblems(form: RefObject<HTMLFormElement | null>, initial: Problems) {
  const [told, setTold] = useState<Told>({ found: initial });
  const [changed, setChanged] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!told.refused && !isAnyWrong(told.found)) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [told, form]);
  const left = Object.entries(told.found).filter(([name]) => !changed.includes(name));
  // Any change makes another form of it than the one that was refused.
  const refused = told.refused && changed.length === 0 ? { [told.refused.field]: told.refused.message } : {};
  return {
    problems: { ...Object.fromEntries(left), ...refused },
    tell: (next: Told) => {
      setTold(next);
      setChanged([]);
    },
    clear: (name: string) => setChanged((known) => (known.includes(name) ? known : [...known, name])),
  };
}

/**
 * Sends a form once at a time: while it is on its way, sending it again does nothing. What is wrong with the fields is
 * shown beside them, and the first of them gets the focus; a failure is told, beside its field as well if it has one.
 */
export function useSubmit({ submit, failed, check = () => ({}), initial = {}, turn }: Options) {
  const form = useRef<HTMLFormElement>(null);
  const ownTurn = useRef(false);
  const underWay = turn ?? ownTurn;
  const [busy, setBusy] = useState(false);
  const { problems, tell, clear } = useProblems(form, initial);

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (underWay.current) return;
    const found = check();
    tell({ found });
    if (isAnyWrong(found)) return;
    underWay.current = true;
    setBusy(true);
    try {
      await submit();
    } catch (error) {
      if (error instanceof FieldProblem) tell({ found: {}, refused: error });
      showToast(failed(error instanceof FieldProblem ? error.message : failureText(error)));
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
  return { form, busy, onSubmit, problemOf, clear };
}
