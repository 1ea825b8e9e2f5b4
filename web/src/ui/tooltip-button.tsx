import { type PointerEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import "./tooltip-button.css";

type TooltipButtonProps = { className: string; children: ReactNode; lines: readonly string[] };

function useDismissal(open: boolean, close: () => void) {
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("keydown", ({ key }) => key === "Escape" && close(), { signal });
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (target instanceof Node && !anchor.current?.contains(target)) close();
      },
      { signal },
    );
    return () => stop.abort();
  }, [open, close]);
  return anchor;
}

export function TooltipButton({ className, children, lines }: TooltipButtonProps) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const anchor = useDismissal(open, close);
  const id = useId();
  const hover = (to: boolean) => (event: PointerEvent) => {
    // Only for a mouse, because a finger fires "leave" as soon as the finger lifts. A tap also arrives as a click.
    if (event.pointerType === "mouse") setOpen(to || anchor.current?.contains(document.activeElement) === true);
  };
  return (
    <span ref={anchor} className="tooltip-anchor" onPointerEnter={hover(true)} onPointerLeave={hover(false)}>
      <button
        type="button"
        className={className}
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      <span role="tooltip" id={id} className="tooltip" hidden={!open}>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
    </span>
  );
}
