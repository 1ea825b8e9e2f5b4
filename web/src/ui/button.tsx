import type { ComponentProps } from "react";

/** "heard", "said" and "reference" are the colours of the original, the recording and the reference. */
export type ButtonVariant = "ink" | "plain" | "quiet" | "danger" | "google" | "heard" | "said" | "reference";

type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  variant?: ButtonVariant;
  busy?: boolean;
};

export function Button({ variant = "plain", busy = false, type = "button", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`button variant-${variant}`} aria-busy={busy} />;
}
