import type { ComponentProps } from "react";

/**
 * The look of a button: "ink" for the main action of a page, "danger" for one that cannot be undone (outlined, never filled),
 * "quiet" for a minor one, "google" for the way to Google, "plain" for any other. The rest are the colors of the three voices.
 */
export type ButtonVariant = "ink" | "plain" | "quiet" | "danger" | "google" | "heard" | "said" | "reference";

type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  variant?: ButtonVariant;
  /** Something is under way: shown, and announced as busy. */
  busy?: boolean;
};

/** A button of the product. */
export function Button({ variant = "plain", busy = false, type = "button", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`button voice-${variant}`} aria-busy={busy} />;
}
