import type { ComponentProps } from "react";

/**
 * "ink": the main action of a page. "danger": an irreversible action. "quiet": a minor action. "google": Google's
 * branding. "plain": an action of none of these kinds. "heard", "said" and "reference" are the colours of the original,
 * the recording and the reference.
 */
export type ButtonVariant = "ink" | "plain" | "quiet" | "danger" | "google" | "heard" | "said" | "reference";

type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  variant?: ButtonVariant;
  /** Shows that the action is in progress, and announces the button as busy. */
  busy?: boolean;
};

export function Button({ variant = "plain", busy = false, type = "button", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`button variant-${variant}`} aria-busy={busy} />;
}
