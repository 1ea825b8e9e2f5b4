/** @jsxImportSource preact */
import type { ButtonHTMLAttributes, ComponentChildren } from "preact";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled" | "onClick"> & {
  shortcut?: string | undefined;
  variant?: "plain" | "ink" | "quiet" | "danger" | "heard" | "said" | "reference";
  busy?: boolean;
  allowed?: boolean;
  onAct: () => void;
  children: ComponentChildren;
};

/** Uses `aria-disabled`, so that an unavailable button keeps the focus. */
export function KeyedButton({
  shortcut,
  variant = "plain",
  busy = false,
  allowed = true,
  onAct,
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      class={`button variant-${variant}`}
      aria-busy={busy}
      aria-disabled={!allowed}
      aria-keyshortcuts={shortcut}
      onClick={() => allowed && onAct()}
    >
      <span>{children}</span>
      {shortcut !== undefined && (
        <small class="guest-key" aria-hidden="true">
          {shortcut}
        </small>
      )}
    </button>
  );
}
