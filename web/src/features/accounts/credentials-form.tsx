import { type ReactNode, useLayoutEffect } from "react";
import { adoptTyped } from "./adopt-typed.ts";
import type { useSubmit } from "./use-submit.ts";

type Props = { sending: Pick<ReturnType<typeof useSubmit>, "form" | "onSubmit" | "clear">; children: ReactNode };

/** A form on which a person says who they are; what is wrong with its fields is told beside them. */
export function CredentialsForm({ sending, children }: Props) {
  const { form, clear } = sending;
  useLayoutEffect(() => {
    if (form.current) adoptTyped(form.current);
  }, [form]);
  return (
    <form
      ref={form}
      className="credentials-form"
      // Where no script runs, nothing that was typed gets into an address.
      method="post"
      noValidate
      onSubmit={(event) => void sending.onSubmit(event)}
      onInput={({ target }) => target instanceof HTMLInputElement && clear(target.name)}
    >
      {children}
    </form>
  );
}
