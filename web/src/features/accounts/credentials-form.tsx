import type { ReactNode } from "react";
import type { useSubmit } from "./use-submit.ts";

type Props = { sending: Pick<ReturnType<typeof useSubmit>, "form" | "onSubmit">; children: ReactNode };

/** A form on which a person says who they are; what is wrong with its fields is told beside them. */
export function CredentialsForm({ sending, children }: Props) {
  return (
    <form ref={sending.form} className="credentials-form" noValidate onSubmit={(event) => void sending.onSubmit(event)}>
      {children}
    </form>
  );
}
