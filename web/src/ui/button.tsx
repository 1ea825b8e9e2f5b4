import type { ComponentProps } from "react";

/**
 * The look of a button: "ink" for the main action of a page, "danger" for an irreversible one (outlined, never filled),
 * "quiet" for a minor one, "google" for Google's. "plain" is for any other button. The rest are the colours of the
 * original, the recording and the reference.
 */
export type ButtonVariant = "ink" | "plain" | "quiet" | "danger" | "google" | "heard" | "said" | "reference";

type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  variant?: ButtonVariant;
  /** Shows a pending action, and announces it as busy. */
  busy?: boolean;
};

export function Button({ variant = "plain", busy = false, type = "button", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`button variant-${variant}`} aria-busy={busy} />;
}
