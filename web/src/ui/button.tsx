import type { ComponentProps } from "react";

/** Whose voice a button is about; "ink" is the page's main action, "danger" what cannot be undone and is never filled, "google" what leads to Google, "plain" any other. */
export type Voice = "ink" | "plain" | "quiet" | "danger" | "google" | "heard" | "said" | "reference";

type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  voice?: Voice;
  /** Something is under way: shown, and announced as busy. */
  busy?: boolean;
};

/** A button of the product. */
export function Button({ voice = "plain", busy = false, type = "button", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`button voice-${voice}`} aria-busy={busy} />;
}
